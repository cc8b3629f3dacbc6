/** What a kind of appointment fills in. Pure. */
import type { AppointmentType } from '../../contract/names.ts'

/** How many minutes a kind takes with a member; empty for nobody. */
export const minutesOfType = (
  { durationMinutes, practitioners }: AppointmentType,
  memberId: string,
): number => practitioners?.find((one) => one.memberId === memberId)?.durationMinutes ?? durationMinutes

/** Fields of a booking that a kind may fill in. */
interface Filled {
  readonly title: string
  readonly color: string
  readonly appointmentTypeId: string | null
  readonly minutes: number
  readonly lengthChosen: boolean
}

/**
 * The fields that change when a kind is chosen after another one. Its length is taken over. Its name and its colour are
 * taken over, too, unless somebody chose others.
 */
export function ofType(
  { title, color, practitionerId }: Pick<Filled, 'title' | 'color'> & { readonly practitionerId: string },
  type: AppointmentType | undefined,
  before: AppointmentType | undefined,
): Partial<Filled> {
  const isFree = (value: string, filled: string | null | undefined) => value === '' || value === filled
  return {
    appointmentTypeId: type?.id ?? null,
    ...(type && { minutes: minutesOfType(type, practitionerId), lengthChosen: true }),
    ...(isFree(title, before?.name) && { title: type?.name ?? '' }),
    ...(isFree(color, before?.color) && { color: type?.color ?? '' }),
  }
}
