/** The practitioner whose appointments the board and the day sheet show, if a person chose one. */
import { computed, signal } from '@preact/signals'
import type { Day, DayEntry } from '../contract/names.ts'
import { memberName, needNames } from './known-names.ts'
import { readWeek, week } from './shown-days.ts'

/** The member with appointments that the board and the day sheet show; null for everybody. */
export const practitioner = signal<string | null>(null)

/** Like `practitioner`, but for the board. The week of a member shows that member's appointments in any case. */
const onBoard = computed(() =>
  week.value !== null && readWeek(week.value).memberId !== undefined ? null : practitioner.value,
)

/** Whether the board shows the entry itself. Otherwise the board shows only that its time is taken. */
export const standsOut = ({ practitionerId }: Pick<DayEntry, 'practitionerId'>): boolean =>
  onBoard.value === null || practitionerId === onBoard.value

/**
 * The names of the members who treat on some days, by id. The chosen member is included, even without patients then.
 */
export function practitionersIn(
  days: readonly Day[],
  chosen: string | null = null,
): ReadonlyMap<string, string> {
  const names = new Map(days.flatMap(({ practitioners }) => practitioners).map(({ id, name }) => [id, name]))
  if (chosen === null || names.has(chosen)) return names
  needNames()
  return names.set(chosen, memberName(chosen) ?? '…')
}
