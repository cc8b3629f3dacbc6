/**
 * The size of scripts and styles in bytes, compressed with Brotli. The first board and the pages for signing in have
 * their budgets in `test/browser/serving.test.ts`. A change that needs more raises a number here, and gives the reason
 * beside it.
 */
import { expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { buildSite } from '../../src/http/site.ts'

const site = await buildSite()
const bytesOf = (paths: Iterable<string>): number =>
  [...paths].reduce((sum, path) => sum + brotliCompressSync(site[path]!.text).length, 0)

/** The paths of the scripts that a script loads, at once or later. The scripts of the language `other` are left out. */
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

// These features added bytes.
// Settings of online booking: 2,300 bytes. Appointment types in the settings: 1,700 bytes. Appointment types in
// bookings and wishes: 1,600 bytes. Forms that keep what other members saved: 100 bytes. Hiding the page of an ended
// session: 100 bytes. Alerts, and facts about expected patients: 900 bytes. Patients who may not book online, and
// floods of codes: 200 bytes. Words for ended sessions and searches: 600 bytes. The preview of an entry beside its
// card: 1,300 bytes. Absences, and the list of patients to move: 4,200 bytes. The next visit: 600 bytes. The search for
// appointments: 1,000 bytes. Ended webhooks in the inbox: 200 bytes. Calendars that members subscribe to: 1,300 bytes.
// Another time for a request, the comparison of new patients, and the source of a visit: 800 bytes. Calls in the inbox:
// 600 bytes. Groups of settings, and a longer checklist: 600 bytes. Features that were added at the same time: 3,000
// bytes. The member at the desk, and the lock of the desk: 800 bytes. Notes on a day: 900 bytes. Weeks of members and
// of all chairs: 500 bytes. The page of webhooks: 2,500 bytes. Own fields of the practice: 1,000 bytes. Imports in the
// audit trail: 200 bytes. The page of imports, which is loaded when a member opens it: 8,800 bytes. Requests that are
// sent again while the practice moves to another server: 500 bytes. Words for rooms and couches: 500 bytes. Meanings of
// the colours of cards, cards that settle into place, and the main button: 600 bytes. Reasons for ended sessions, and
// fields for days and times: 700 bytes. Names of elements with the focus: 400 bytes. Parts of a name on a card, and the
// focus in the form for a new patient: 100 bytes. Dates in the practice's own form: 1,100 bytes. The member who changed
// a setting: 200 bytes. Free times for the patients of a member who is ill: 400 bytes. Booking the appointment type
// that is due: 50 bytes. Typed limits of the waiting list, with errors: 200 bytes. Choices of an import that were not
// sent, the old list of patients, and messages that move no field: 200 bytes. Columns that are as
// wide as the cards beside each other: 500 bytes. Own fields as targets of an import: 500 bytes. Absences on the board:
// 100 bytes. Cancelled appointments on the board, with undo and search: 1,400 bytes. One practitioner in every view,
// also on the day sheet: 300 bytes. Notes on the days of a week: 100 bytes. The checklist that stays open: 100 bytes.
// Unknown addresses: 300 bytes. Keys and tabs at the wrong moment: 100 bytes.
// To search without a practitioner only when this practitioner has left: 30 bytes.
// These changes removed bytes.
// Fewer separate scripts: 2,800 bytes. Words that only the pages for signing in need: 1,000 bytes. Shared parts for the
// lists, boxes, texts and buttons of forms: 300 bytes. One file for the first board, and one file for the dialogues and
// the other screens: 7,900 bytes. Repeated parts: 200 bytes.
// Both budgets are the present sizes, rounded up to fifty.
test.each([
  ['en', 'de', 158_450],
  ['de', 'en', 164_400],
] as const)('the scripts of all screens of the desk keep to their budget, in %s', (_, other, most) => {
  const scripts = scriptsFrom('/desk/main.js', other)
  expect(scripts.size).toBeGreaterThan(15)
  expect(Math.max(most, bytesOf(scripts))).toBe(most)
})

// These features added bytes to the page of a patient. The booking page: 200 bytes, because both pages share one style
// sheet. Moving and cancelling online, and the calendar file: 500 bytes. The length of an appointment: 100 bytes. The
// pages for another time: 500 bytes. The words for a declined request: 100 bytes. Repeated requests while the practice
// moves: 20 bytes.
// These features added bytes to the styles of the desk. Absences: 100 bytes. Names on two lines, low windows and
// messages: 300 bytes. Cards in the colour of their type, with a line for each fact if there is room: 700 bytes. The
// bar of an import: 50 bytes. Card lines of one height, and small letters for long names: 100 bytes. The calendar in a
// date field: 100 bytes. The prominent button for booking: 50 bytes.
test.each([
  ['the styles of the desk', ['/desk/desk.css'], 14_200],
  ['the files of the page of a patient', ['/visit', '/pages/visit.js', '/pages/style.css'], 8_020],
] as const)('%s have no more bytes than their budget', (_, paths, most) => {
  expect(Math.max(most, bytesOf(paths))).toBe(most)
})
