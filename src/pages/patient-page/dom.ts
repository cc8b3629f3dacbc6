/** The element of the page's HTML with this id. */
export const byId = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T

/** A new element with these properties and children. Strings become text and are never read as HTML. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** Marks a button as busy until the work is done. A busy button keeps the focus, while a disabled one would lose it. */
export async function whileBusy(button: HTMLElement, work: () => Promise<unknown>): Promise<void> {
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  try {
    await work()
  } finally {
    button.ariaDisabled = null
  }
}
