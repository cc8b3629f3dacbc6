/**
 * The bytes of scripts and styles on the way, as Brotli. The first board and the ways in have their budgets in
 * `test/browser/serving.test.ts`. A change that needs more raises a number here, with its reason beside it.
 */
import { expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { buildSite } from '../../src/http/site.ts'

const site = await buildSite()
const bytesOf = (paths: Iterable<string>): number =>
  [...paths].reduce((sum, path) => sum + brotliCompressSync(site[path]!.text).length, 0)

/** The scripts that a script loads, at once or later, in one language. */
function scriptsFrom(first: string, other: 'en' | 'de'): Set<string> {
  const seen = new Set<string>()
  const visit = (path: string): void => {
    if (seen.has(path) || path.startsWith(`/desk/${other}-`)) return
    seen.add(path)
    for (const [, name] of site[path]!.text.matchAll(/"\.\/([\w-]+\.js)"/g)) visit(`/desk/${name}`)
  }
  visit(first)
  return seen
}

// The settings of online booking took the last 2,300 bytes. The kinds of appointments took 3,300: 1,700 in the settings, and
// 1,600 in bookings and wishes. That every form keeps what others saved took 100. To hide the page of a session that
// has ended took 100. Alerts, and what is known of who comes, took 900.
// Shutting out of online booking and its floods took 200. Words for ended sessions and searches took 600.
// The look at an entry beside its card took 1,300. Absences, and the list of who is to be moved, took 4,200. The next visit took 600, and the search
// among appointments 1,000.
// Webhooks that have ended took 200 in the inbox. Calendars that members subscribe to took 1,300.
// Another time for a request, comparing new patients, and where a visit comes from took 800.
// The calls of the inbox took 600. Groups of the settings, and a longer checklist, took 600. What was added side by side with
// all this took 3,000. Who sits at the desk, and its lock, took 800.
// Notes on a day took 900. Weeks of members and of all chairs took 500. The page of webhooks took 2,500.
// Own fields of the practice took 1,000.
// What the trail says of imports took 200. Their page, which is loaded when it is opened, took 8,800.
// Requests that are sent again while the practice moves to another server took 500.
// Words for rooms and couches took 500. What the colours of the cards mean, cards that settle, and
// which button leads, took 600.
// Why a session ended, and fields of days and times that read one way, took 700. Names for what gets the focus took 400.
// The parts of a name on a card, and the focus in the form for a new patient, took 100.
// 1,600 bytes had become free. Fewer scripts of their own took away 2,800, and words that only the ways in need 1,000.
// Days that are typed and read as the practice writes them took 1,100, and who changed a setting 200.
// To share free times among the patients of somebody who fell ill took 400, and to book the kind that is due 50.
// Limits of the waiting list that are typed, and a mistake where one cannot be read, took 200. Choices of an import that were not
// sent, the old list of patients, and messages that move no field out of sight took 200.
// Columns that are as broad as the cards beside each other in them took 500.
// Own fields of a practice as targets of an import took 500.
// That the board says when a practitioner is away took 100. What was cancelled on the board, its way back, and the search for it
// took 1,400. One practitioner in every view, also on the day sheet, took 300, and what a week says of its days 100.
// The checklist that stays took 100, an address that names nothing 300, and keys and tabs that come at the wrong moment 100.
// One part each for the lists, boxes, texts and buttons of forms took away 300.
// One file for the first board, and one for the dialogues and the other screens, took away 7,900, and parts that were written twice 200.
// Both numbers are what is there now, rounded up to a hundred.
test.each([
  ['en', 'de', 158_400],
  ['de', 'en', 164_400],
] as const)('the scripts of all screens of the desk keep to their budget, in %s', (_, other, most) => {
  const scripts = scriptsFrom('/desk/main.js', other)
  expect(scripts.size).toBeGreaterThan(15)
  expect(Math.max(most, bytesOf(scripts))).toBe(most)
})

// The booking page took 200 bytes of the patient's: both have one style sheet. To move and cancel what was booked online, and
// the file for a calendar, took 500. The length of an appointment took 100, and the pages for another time
// 500. The words for a declined request took the last 100. Absences took 100 of the
// desk's styles, and names of two lines, low windows and messages the last 300. Cards with the tint of their kind took 700: a
// tall one gives each fact a line, and a narrow one drops what matters least. The bar of an import took 50. Lines of one height on
// every card, which are left out whole, and small letters for long names took 100. The calendar in a field of a day took 100. The page of a patient repeats what a practice
// that moves could not answer, which took 20.
// How booking leads where nothing else does took 50.
test.each([
  ['the styles of the desk', ['/desk/desk.css'], 14_200],
  ['the page of a patient', ['/visit', '/pages/visit.js', '/pages/style.css'], 8_020],
] as const)('%s: no more bytes than the budget has', (_, paths, most) => {
  expect(Math.max(most, bytesOf(paths))).toBe(most)
})
