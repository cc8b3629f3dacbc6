/** The page for an address that leads nowhere. The service does not know who opens it, so it speaks in each language. */
export const lostPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>Not found</title>
    <link rel="icon" type="image/svg+xml" href="/pages/icon.svg">
    <link rel="stylesheet" href="/pages/style.css">
  </head>
  <body class="one-card">
    <main>
      <h1>There is nothing at this address</h1>
      <p>Perhaps a part of the address is missing. Open the link straight from the message, or go to the start.</p>
      <p><a href="/">Go to the start</a></p>
      <div lang="de" class="stack">
        <h2>Unter dieser Adresse ist nichts</h2>
        <p>Vielleicht fehlt ein Teil der Adresse. Öffnen Sie den Link direkt aus der Nachricht, oder gehen Sie zum Anfang.</p>
        <p><a href="/">Zum Anfang</a></p>
      </div>
    </main>
  </body>
</html>
`

/** Whether a person in a browser asks for a page, and no program for the API. */
export const isForPeople = ({ method, headers }: Request, path: string): boolean =>
  method === 'GET' && !path.startsWith('/api/') && /\btext\/html\b/.test(headers.get('accept') ?? '')
