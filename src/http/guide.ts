import { programFile } from '../program.ts'

const read = (name: string): Promise<string> => Bun.file(programFile(`src/http/${name}`)).text()

/** The guide for people who build a front end, as a page. Its source is `guide.md` beside this file. */
export async function guidePage(): Promise<string> {
  const content = Bun.markdown.html(await read('guide.md'), { headings: true })
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Build a front end – chairside</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/guide.css">
  </head>
  <body>
    <nav><a href="/docs">Reference</a></nav>
    <main>
${content}
    </main>
  </body>
</html>
`
}

export const guideStyle = (): Promise<string> => read('guide.css')
