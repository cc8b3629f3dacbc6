/** Copies of a patient's record for people: a page to print, and a file to save. */
import { api, ask, at } from '../api/api.ts'
import { Told } from '../base/say-failure.ts'
import { say, sayTrouble } from '../base/toasts.tsx'
import { isolated } from '../words/names.ts'
import { words } from '../words/words.ts'

/**
 * Shows everything about a patient in a window to print. It must be called by a click, or the browser opens no window.
 * An error is shown.
 */
export const printRecord = (patientId: string, name: string): Promise<void> =>
  printIn(name, async (confirming) => {
    const { parts } = await ask(
      (api) => api.GET('/api/v1/patients/{patientId}/export/page', at({ patientId })),
      confirming,
    )
    return parts.join('')
  }).catch(sayTrouble)

/** Saves everything about a patient in a JSON file, and says so. An error is shown. */
export async function saveRecord(patientId: string, name: string): Promise<void> {
  try {
    const record = await api.GET('/api/v1/patients/{patientId}/export', at({ patientId }))
    saveAs(`${name}.json`, record)
    say(words.value.patient.exported(isolated(name)))
  } catch (error) {
    sayTrouble(error)
  }
}

/** Lets the browser save data as a JSON file. */
function saveAs(name: string, data: object): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Shows an HTML document of the service in a new window. @throws what `read` throws; Told when the browser opened no
 * window.
 */
async function printIn(title: string, read: (confirming: () => void) => Promise<string>): Promise<void> {
  let paper = newWindow(title)
  try {
    // The window would hide the dialog that asks for the passkey. The click in it lets the browser open another window.
    const html = await read(() => paper.close())
    if (paper.closed) paper = newWindow(title)
    show(paper, html)
  } catch (error) {
    paper.close()
    throw error
  }
}

function newWindow(title: string): Window & typeof globalThis {
  const paper = open('', '_blank') as (Window & typeof globalThis) | null
  if (paper === null) throw new Told(words.value.patient.noWindow)
  paper.document.title = title
  return paper
}

/**
 * The new window has the content policy of this page, which forbids styles inside a document. So the styles are added
 * in another way. Texts in these documents are escaped, so no text looks like a style.
 */
function show(paper: Window & typeof globalThis, html: string): void {
  const styles: string[] = []
  const bare = html.replaceAll(/<style>(.*?)<\/style>/gs, (_, style: string) => {
    styles.push(style)
    return ''
  })
  const { documentElement } = new DOMParser().parseFromString(bare, 'text/html')
  paper.document.replaceChild(paper.document.adoptNode(documentElement), paper.document.documentElement)
  paper.document.adoptedStyleSheets = styles.map((style) => {
    const sheet = new paper.CSSStyleSheet()
    sheet.replaceSync(style)
    return sheet
  })
}
