/**
 * The board changes its entries here: it shows the change at once, sends it, and offers to undo it. When sending fails,
 * the board takes the change back. If the server can be reached, the board then reads the day again.
 */
import { effect } from '@preact/signals'
import { online } from '../../../api/online.ts'
import { type NextAct, offerUndo, say, sayProblem, undoWaitsFor } from '../../../base/toasts.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { days, paint } from '../../../live/day.ts'
import { words } from '../../../words/words.ts'
import { inLine, ownVersion, wroteVersion } from './versions.ts'
import { whyRefused } from './why-refused.ts'

/** The fields of an entry in an answer of the server: at least those that changed. */
export type Answer = Partial<DayEntry> & Pick<DayEntry, 'id'>

/** Returns the version that a request must name: the version that this desk saw, or has written since. */
export type VersionOf = (entry: Pick<DayEntry, 'id' | 'version'>) => number

interface Change {
  /** The entries that change, as the board shows them now. */
  readonly entries: readonly DayEntry[]
  /**
   * The entries as the board shows them before the server answers. Entries that are left out are taken off the board.
   */
  readonly become: readonly DayEntry[]
  readonly send: (versionOf: VersionOf) => Promise<readonly Answer[]>
}

interface Act extends Change {
  /** Returns a sentence about what was done. Gets the answers of the server. */
  readonly says: (answers: readonly Answer[]) => string
  /** Returns the change that undoes the act. Gets the answers of the server. Left out when the act cannot be undone. */
  readonly undo?: (answers: readonly Answer[]) => Omit<Change, 'entries'>
  /** The act that usually follows. The message offers this act together with the undo. */
  readonly next?: NextAct | undefined
  /** Gets the reason of a refusal, in a sentence. When `refused` is left out, a message shows the reason. */
  readonly refused?: Refused | undefined
}

/** Shows in a sentence why something was not done. The second argument is the failure, when there was one. */
export type Refused = (why: string, failure?: unknown) => void

/** Does an act. Resolves to whether the act was done. If not, `refused` has shown the reason. */
export function act(it: Act): Promise<boolean> {
  const done = perform(it)
  undoWaitsFor(done)
  return done
}

async function perform(it: Act): Promise<boolean> {
  const answers = await change(it, ({ id, version }) => Math.max(version, ownVersion(id) ?? 0), it.refused)
  if (answers === undefined) return false
  const text = it.says(answers)
  if (it.undo === undefined) say(text)
  else offerUndo(text, () => takeBack(it, it.undo!(answers)), it.next)
  return true
}

/** Undoes an act. Resolves to whether the act was undone. If not, a message has shown the reason. */
async function takeBack(it: Act, back: Omit<Change, 'entries'>): Promise<boolean> {
  // The request names the version that this desk wrote last. So the server refuses when somebody else changed the
  // entry.
  const versionOf: VersionOf = ({ id, version }) => ownVersion(id) ?? version
  const answers = await change({ ...back, entries: it.become }, versionOf, sayProblem, true)
  return answers !== undefined
}

async function change(
  { entries, become, send }: Change,
  versionOf: VersionOf,
  refused: Refused = sayProblem,
  isUndo = false,
): Promise<readonly Answer[] | undefined> {
  if (!online.value) {
    refused(words.value.shell.offlineWrite)
    return undefined
  }
  const ids = [...entries, ...become].map(({ id }) => id)
  const picture = new Painted(ids, become)
  try {
    const answers = await inLine(ids, async () => {
      const answers = await send(versionOf)
      for (const { id, version } of answers) if (version !== undefined) wroteVersion(id, version)
      return answers
    })
    picture.keep(answers)
    return answers
  } catch (error) {
    picture.putBack()
    refused(await whyRefused(error, [...entries, ...become], isUndo), error)
    return undefined
  }
}

/**
 * Changes that are shown but not answered yet. A day that is read meanwhile lacks these changes, so they are painted
 * again.
 */
const unsettled = new Set<Painted>()

class Painted {
  readonly #ids: readonly string[]
  readonly #after: readonly DayEntry[]
  #before: readonly DayEntry[] = []

  constructor(ids: readonly string[], after: readonly DayEntry[]) {
    this.#ids = ids
    this.#after = after
    followReading()
    unsettled.add(this)
    paint((entries) => {
      this.#before = entries.filter(({ id }) => ids.includes(id))
      return this.#instead(entries, after)
    })
  }

  paint(): void {
    paint((entries) => this.#instead(entries, this.#after))
  }

  /** Shows the change as the server answered it. */
  keep(answers: readonly Answer[]): void {
    unsettled.delete(this)
    const answered = new Map(answers.map((answer) => [answer.id, answer]))
    const made = this.#after.map((entry) => ({ ...entry, ...answered.get(entry.id) }))
    paint((entries) => this.#instead(entries, made))
  }

  /** Shows the entries as they were. A later change of the same entries then also goes back to that state. */
  putBack(): void {
    unsettled.delete(this)
    for (const later of unsettled) later.#startFrom(this.#before)
    paint((entries) => this.#instead(entries, this.#before))
  }

  #startFrom(entries: readonly DayEntry[]): void {
    const older = new Map(entries.map((entry) => [entry.id, entry]))
    this.#before = this.#before.map((entry) => older.get(entry.id) ?? entry)
  }

  #instead(entries: readonly DayEntry[], by: readonly DayEntry[]): readonly DayEntry[] {
    return [...entries.filter(({ id }) => !this.#ids.includes(id)), ...by]
  }
}

let painted: unknown
let follows = false

/** Paints the unanswered changes again each time the day has been read. The first change starts this effect. */
function followReading(): void {
  if (follows) return
  follows = true
  effect(() => {
    if (days.value === painted || unsettled.size === 0) return
    for (const each of unsettled) each.paint()
    painted = days.peek()
  })
}
