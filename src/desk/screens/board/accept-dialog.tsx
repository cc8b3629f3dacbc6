import { zone } from '../../base/me.ts'
import { dateOf } from '../../base/time/say.ts'
import { dayAt } from '../../live/day.ts'
import { openLater } from '../../parts/dialog.tsx'

/** A time that a patient asks for online. */
interface Request {
  readonly id: string
  readonly startAt: string
  /** The title of the dialogue. */
  readonly title: string
}

/**
 * Asks the member for another time for an online request, and accepts the request there. Resolves to whether the
 * request was accepted.
 */
export async function openAccept({ id, startAt, title }: Request): Promise<boolean> {
  const { entries, withoutChair } = await dayAt(dateOf(startAt, zone()))
  const entry = [...entries, ...withoutChair].find((each) => each.id === id)
  if (entry === undefined) return false
  let done = false
  const accepts = {
    title,
    accepted: () => {
      done = true
    },
  }
  await openLater(async () => {
    const { MoveDialog } = (await import('./acts/forms.ts')).forms
    return (close) => <MoveDialog entry={entry} accepts={accepts} close={close} />
  })
  return done
}
