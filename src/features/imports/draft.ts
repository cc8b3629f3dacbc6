/** Reads the cells of a row as the fields of a record. An error names the field that cannot be read. */

import { readDate, readTime, type WrittenDate } from '../../domain/import/dates.ts'
import { type ImportField, isJoined, type NamedField, ownIdOf } from '../../domain/import/fields.ts'
import type { DateOrder, RowReason } from '../../domain/import/kinds.ts'
import type { ImportColumn, ImportValue } from '../../domain/import/mapping.ts'
import { unreadableSign } from '../../domain/import/text.ts'
import { readFlag, readMinutes, readPattern } from '../../domain/import/values.ts'
import { localDate, localTime } from '../../domain/time.ts'
import { isSkipped } from '../../domain/wall-time.ts'

/** A row that cannot be imported. */
export class RowRefused extends Error {
  readonly reason: RowReason
  readonly field: ImportField | null

  constructor(reason: RowReason, field: ImportField | null = null) {
    super(reason)
    this.reason = reason
    this.field = field
  }
}

/** The mapping of an import, ready to be used on many rows. */
export class Mapping {
  readonly #columns: readonly ImportColumn[]
  readonly #filled: readonly {
    readonly at: number
    readonly field: ImportField
    readonly order: DateOrder | null
  }[]
  readonly #values: ReadonlyMap<string, string | null>
  readonly #timezone: string
  readonly #orders: ReadonlyMap<ImportField, DateOrder | null>
  /** The ids of the own fields of the practice that the columns fill. */
  readonly ownIds: readonly string[]

  constructor(columns: readonly ImportColumn[], values: readonly ImportValue[], timezone: string) {
    this.#columns = columns
    this.#filled = columns.flatMap(({ field, dateOrder }, at) =>
      field === null ? [] : [{ at, field, order: dateOrder }],
    )
    this.#values = new Map(values.map(({ field, value, to }) => [`${field} ${value}`, to]))
    this.#orders = new Map(this.#filled.map(({ field, order }) => [field, order]))
    this.#timezone = timezone
    this.ownIds = this.#filled.map(({ field }) => ownIdOf(field)).filter((id) => id !== null)
  }

  has(field: ImportField): boolean {
    return this.#orders.has(field)
  }

  /**
   * The texts of a row, by field. Empty cells are left out.
   * @throws RowRefused for a row with a text beyond the last column, and for a text with broken bytes.
   */
  read(cells: readonly string[]): Draft {
    const { length } = this.#columns
    // Some programs leave out empty cells at the end of a row, or end each row with a separator.
    if (cells.length > length && cells.slice(length).some((cell) => cell.trim() !== ''))
      throw new RowRefused('wrong_cells')
    const texts = new Map<ImportField, string>()
    for (const { at, field } of this.#filled) {
      const text = (cells[at] ?? '').trim()
      if (text === '') continue
      if (text.includes(unreadableSign)) throw new RowRefused('unreadable_text', field)
      const before = texts.get(field)
      if (before === undefined) texts.set(field, text)
      else if (isJoined(field)) texts.set(field, `${before}${field === 'address' ? ', ' : '\n'}${text}`)
    }
    return new Draft(texts, this.#orders, this.#values, this.#timezone)
  }
}

/** The texts of one row, which the methods read as values. */
export class Draft {
  readonly #texts: ReadonlyMap<ImportField, string>
  readonly #orders: ReadonlyMap<ImportField, DateOrder | null>
  readonly #values: ReadonlyMap<string, string | null>
  readonly #timezone: string

  constructor(
    texts: ReadonlyMap<ImportField, string>,
    orders: ReadonlyMap<ImportField, DateOrder | null>,
    values: ReadonlyMap<string, string | null>,
    timezone: string,
  ) {
    this.#texts = texts
    this.#orders = orders
    this.#values = values
    this.#timezone = timezone
  }

  text(field: ImportField): string | undefined {
    return this.#texts.get(field)
  }

  /**
   * What a value stands for, by the mapping. Null when the mapping leaves the value out, undefined when it does not
   * name the value.
   */
  translated(field: NamedField): string | null | undefined {
    const text = this.#texts.get(field)
    return text === undefined ? undefined : this.#values.get(`${field} ${text}`)
  }

  /** @throws RowRefused. */
  flag(field: ImportField): boolean | undefined {
    return this.#read(field, readFlag, 'invalid_value')
  }

  /** @throws RowRefused. */
  minutes(): number | undefined {
    return (
      this.#read('minutes', readMinutes, 'invalid_value') ??
      this.#read('pattern', readPattern, 'invalid_value')
    )
  }

  /** A day `YYYY-MM-DD`. @throws RowRefused. */
  day(field: ImportField): string | undefined {
    // Open Dental writes this day for a missing date.
    if (this.#texts.get(field)?.startsWith('0001-01-01')) return undefined
    return this.#date(field)?.date
  }

  /**
   * An instant in epoch milliseconds: from a cell with day and time, or from a day and the time of another cell. Times
   * are local times of the practice.
   * @throws RowRefused.
   */
  instant(field: ImportField, timeField?: ImportField, dayField?: ImportField): number | undefined {
    const written = this.#date(field)
    if (written?.instant != null) return written.instant
    if (written?.time != null) return this.#at(written.date, written.time, field)
    const time = timeField && this.#read(timeField, readTime, 'invalid_value')
    const day = written?.date ?? (dayField && this.#date(dayField)?.date)
    if (day === undefined || time === undefined) return undefined
    return this.#at(day, time, timeField!)
  }

  /** The first instant of the day in a cell. @throws RowRefused. */
  startOfDay(field: ImportField): number | undefined {
    const day = this.day(field)
    return day === undefined ? undefined : localTime(day, '00:00', this.#timezone)
  }

  /** The instant of the local time in a cell, on the day of another instant. @throws RowRefused. */
  timeOnDayOf(instant: number, field: ImportField): number | undefined {
    const time = this.#read(field, readTime, 'invalid_value')
    return time === undefined ? undefined : this.#at(localDate(instant, this.#timezone), time, field)
  }

  #at(day: string, time: string, field: ImportField): number {
    if (isSkipped({ date: day, time }, this.#timezone)) throw new RowRefused('no_such_time', field)
    return localTime(day, time, this.#timezone)
  }

  #date(field: ImportField): WrittenDate | undefined {
    return this.#read(field, (text) => readDate(text, this.#orders.get(field) ?? null), 'unreadable_date')
  }

  #read<T>(field: ImportField, read: (text: string) => T | null, reason: RowReason): T | undefined {
    const text = this.#texts.get(field)
    if (text === undefined) return undefined
    const value = read(text)
    if (value === null) throw new RowRefused(reason, field)
    return value
  }
}
