/** Answers from then on whether a person has moved the focus since. What comes late must not take the focus from them then. */
export function watchFocus(): () => boolean {
  const { activeElement } = document
  return () => document.activeElement !== activeElement && document.activeElement !== document.body
}
