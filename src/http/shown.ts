/** Which records an answer shows, read from the answer itself. */
import { isId } from '../domain/id.ts'

/** The ids in the `data` of an answer, each once: of the records that it shows, and of the patients in them. */
export function shownIn(data: unknown): string[] {
  const shown = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value))
      if ((name === 'id' || name === 'patientId') && typeof inner === 'string' && isId(inner))
        shown.add(inner)
      // Metadata are free JSON of an import. Their ids are none of this service.
      else if (name !== 'metadata') look(inner)
  }
  look(data)
  return [...shown]
}
