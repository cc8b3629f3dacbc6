/** Shows that code of the pages cannot use Bun or Node: `src/pages/tsconfig.json` checks this file. */

export type Page = typeof document

// @ts-expect-error A browser has no Bun.
export type PagesHaveNoBun = typeof Bun

// @ts-expect-error A browser has no `process`.
export type PagesHaveNoProcess = typeof process
