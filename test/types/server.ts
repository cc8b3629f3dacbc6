/** Shows that server code cannot use a browser's page: the `tsconfig.json` of the top level checks this file. */

export type Server = typeof Bun

// @ts-expect-error A server has no page.
export type ServersHaveNoDocument = typeof document

// @ts-expect-error A server has no window.
export type ServersHaveNoWindow = typeof window

// @ts-expect-error A server has no elements.
export type ServersHaveNoElement = HTMLElement
