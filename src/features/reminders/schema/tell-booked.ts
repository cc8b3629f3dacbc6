import { Type } from '@sinclair/typebox'
import { nullable, optional } from '../../../http/shape.ts'

const description = 'Whether patients get a message when an appointment is booked.'

/** The setting `tellBooked` in a change of the settings. */
export const tellBookedChange = {
  tellBooked: optional(
    nullable(Type.Boolean({ description: `${description} Null stands for false.`, examples: [true] })),
  ),
}

/** The setting `tellBooked` in an answer. */
export const tellBookedAnswer = { tellBooked: Type.Boolean({ description, examples: [false] }) }
