/** The parts of a page, as HTML. */
interface PlainPage {
  readonly lang: string
  readonly title: string
  readonly main: string
  readonly footer?: string
  /** Further classes of the body. */
  readonly kind?: string
}

/** A page for patients and visitors that works without scripts. */
export const plainPage = ({
  lang,
  title,
  main,
  footer = '',
  kind = '',
}: PlainPage): string => `<!doctype html>
<html lang="${lang}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" type="image/svg+xml" href="/pages/icon.svg">
    <link rel="stylesheet" href="/pages/style.css">
  </head>
  <body class="${`one-card ${kind}`.trim()}">
    <main>${main}</main>
    ${footer}
  </body>
</html>
`
