import { plainPage } from './plain-page.ts'

/**
 * The texts of a page in one language. The page shows every language, because the service does not know who opens the
 * page.
 */
interface Words {
  readonly title: string
  readonly text: string
  /** The link or the form that leads on, as HTML. */
  readonly on: string
}

const inBoth = (title: string, en: Words, de: Words): string =>
  plainPage({
    lang: 'en',
    title,
    main: `
      <h1>${en.title}</h1>
      <p>${en.text}</p>
      ${en.on}
      <div lang="de" class="stack">
        <h2>${de.title}</h2>
        <p>${de.text}</p>
        ${de.on}
      </div>
    `,
  })

/** The page for an address that leads nowhere. */
export const lostPage = inBoth(
  'Not found',
  {
    title: 'There is nothing at this address',
    text: 'Perhaps a part of the address is missing. Open the link straight from the message, or go to the start.',
    on: '<p><a href="/">Go to the start</a></p>',
  },
  {
    title: 'Unter dieser Adresse ist nichts',
    text: 'Vielleicht fehlt ein Teil der Adresse. Öffnen Sie den Link direkt aus der Nachricht, oder gehen Sie zum Anfang.',
    on: '<p><a href="/">Zum Anfang</a></p>',
  },
)

/**
 * The page for a request that was not carried out, because the practice moves to another server. It leads to `address`
 * again. `fields` are those of the form that was sent, which the page sends again. Null when no form was sent.
 */
export function laterPage(
  address: string,
  fields: readonly (readonly [name: string, value: string])[] | null,
): string {
  const to = Bun.escapeHTML(address)
  const hidden = fields?.map(
    ([name, value]) =>
      `<input type="hidden" name="${Bun.escapeHTML(name)}" value="${Bun.escapeHTML(value)}">`,
  )
  const on = (again: string, open: string) =>
    hidden
      ? `<form class="stack" method="post" action="${to}">${hidden.join('')}<button class="button primary wide">${again}</button></form>`
      : `<p><a href="${to}">${open}</a></p>`
  return inBoth(
    'One moment',
    {
      title: 'One moment, please',
      text: 'The practice is moving to another server. Nothing is lost, and nothing was carried out yet. Wait some seconds.',
      on: on('Send it again', 'Open the page again'),
    },
    {
      title: 'Einen Moment, bitte',
      text: 'Die Praxis zieht gerade auf einen anderen Server um. Es ist nichts verloren, und es wurde noch nichts ausgeführt. Warten Sie einige Sekunden.',
      on: on('Noch einmal senden', 'Die Seite noch einmal öffnen'),
    },
  )
}

/** Whether a person opens a page in a browser. False for a program that calls the API. */
export const isForPeople = (request: Request, path: string): boolean =>
  request.method === 'GET' && isFromBrowser(request, path)

/** Whether a browser asks for a page or sends a form. False for a program that calls the API. */
export const isFromBrowser = ({ headers }: Request, path: string): boolean =>
  !path.startsWith('/api/') && /\btext\/html\b/.test(headers.get('accept') ?? '')
