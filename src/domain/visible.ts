/**
 * Whether a text shows anything to a reader. White space, control and format characters, joiners, fillers, variation
 * selectors and blank Braille cells show nothing (Unicode properties `White_Space`, `Cc`, `Cf` and
 * `Default_Ignorable_Code_Point`). Half a surrogate pair counts as visible, because it has an error message of its own.
 */
export const isVisible = (text: string): boolean =>
  /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u.test(text)
