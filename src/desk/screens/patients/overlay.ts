/** What somebody types over a record that others may change meanwhile. */

/** One touched field: what is typed, and what the field held when the typing began. */
interface Touched {
  readonly typed: string
  readonly before: string
}

/** The touched fields by name. The others always show what the record holds now. */
export type Overlay<Name extends string> = Readonly<Partial<Record<Name, Touched>>>

/** Types into a field. `held` is what the field of the record holds now. */
export const typeInto = <Name extends string>(
  overlay: Overlay<Name>,
  name: Name,
  typed: string,
  held: string,
): Overlay<Name> => ({ ...overlay, [name]: { typed, before: overlay[name]?.before ?? held } })

/** What a field shows: what was typed, or what the record holds. */
export const shownIn = <Name extends string>(overlay: Overlay<Name>, name: Name, held: string): string =>
  overlay[name]?.typed ?? held

/** Whether somebody else changed a field to something else than what is typed here. */
export const isContested = <Name extends string>(
  overlay: Overlay<Name>,
  name: Name,
  held: string,
): boolean => {
  const touched = overlay[name]
  return touched !== undefined && touched.before !== held && touched.typed.trim() !== held
}

/** The fields whose typed text differs from the record. */
export const changedIn = <Name extends string>(
  overlay: Overlay<Name>,
  held: (name: Name) => string,
): readonly Name[] =>
  (Object.keys(overlay) as Name[]).filter((name) => overlay[name]!.typed.trim() !== held(name))
