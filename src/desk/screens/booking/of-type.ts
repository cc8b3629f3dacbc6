/** The fields that an appointment type fills in. Pure. */
import type { AppointmentType } from '../../contract/names.ts'

/** How many minutes an appointment of a type takes with a member. `memberId` is empty for no member. */
export const minutesOfType = (
  { durationMinutes, practitioners }: AppointmentType,
  memberId: string,
): number => practitioners?.find((one) => one.memberId === memberId)?.durationMinutes ?? durationMinutes

/** The fields of a booking that an appointment type may fill in. */
interface Filled {
  readonly title: string
  readonly color: string
  readonly appointmentTypeId: string | null
  readonly minutes: number
  readonly lengthChosen: boolean
}

/**
 * The fields that change when an appointment type is chosen after another one. The length of the new type is taken
 * over. The name and the colour of the type are taken over, too, unless somebody typed or chose others.
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
