import * as office from './de-people.ts'
import { settings } from './de-settings.ts'
import type { Words } from './words.ts'

/** The words of the desk in German. */
export const de: Words = {
  shell: {
    title: (practice) => practice,
    day: 'Tag',
    patients: 'Patienten',
    inbox: 'Eingang',
    waitingList: 'Warteliste',
    daySheet: 'Tagesblatt',
    settings: 'Einstellungen',
    screens: 'Ansichten',
    find: 'Patient suchen',
    book: 'Neuer Termin',
    help: 'Hilfe zur Tastatur',
    signOut: 'Abmelden',
    signedOut: 'Sie sind abgemeldet.',
    skip: 'Zum Inhalt springen',
    loading: 'Wird geladen …',
    close: 'Schließen',
    cancel: 'Abbrechen',
    save: 'Speichern',
    undo: 'Rückgängig',
    undone: 'Rückgängig gemacht.',
    messages: 'Meldungen',
    tryAgain: 'Noch einmal versuchen',
    tooLate: 'Das lässt sich nicht mehr rückgängig machen.',
    sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um weiterzumachen.',
    offline:
      'Keine Verbindung. Sie sehen den letzten Stand. Ändern lässt sich erst wieder etwas, wenn die Verbindung da ist.',
    offlineWrite:
      'Das wurde nicht gespeichert, weil die Verbindung fehlt. Versuchen Sie es wieder, wenn der Hinweis oben weg ist.',
    keysTitle: 'Tastatur',
    keysEverywhere: 'Überall',
    optional: 'freiwillig',
    none: 'Keine',
    minutes: (n) => (n === 1 ? '1 Minute' : `${n} Minuten`),
  },

  failures: {
    unexpected:
      'Auf dieser Seite ist ein Fehler passiert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    unreadable: 'Die Antwort des Servers ist nicht lesbar. Versuchen Sie es gleich noch einmal.',
    offline: 'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    rateLimited: (seconds) =>
      `Das waren zu viele Anfragen in kurzer Zeit. Warten Sie ${seconds} Sekunden und versuchen Sie es dann noch einmal.`,
    ended:
      'Ihre Sitzung ist beendet, deshalb wurde nichts gespeichert. Kopieren Sie, was Sie behalten möchten. Laden Sie dann die Seite neu, um sich wieder anzumelden.',
    forbidden: 'Das darf nur ein Inhaber der Praxis.',
    notFound: 'Diesen Eintrag gibt es nicht mehr. Vielleicht hat ihn jemand gelöscht.',
    changedMeanwhile:
      'Jemand anderes hat das inzwischen geändert. Sie sehen jetzt den neuen Stand. Machen Sie Ihre Änderung noch einmal.',
    conflict: 'Das passt nicht zu dem, was schon da ist.',
    invalid: 'Im Formular stimmt etwas nicht. Prüfen Sie die markierten Felder.',
    invalidField: 'Prüfen Sie dieses Feld.',
    tooLarge: 'Das ist zu lang zum Speichern.',
    unavailable: 'Der Server kann das im Moment nicht. Versuchen Sie es gleich noch einmal.',
    internal:
      'Der Server hat einen Fehler gemacht, und nichts wurde gespeichert. Versuchen Sie es noch einmal.',
    passkey:
      'Es ist nichts passiert, weil Sie Ihren Passkey nicht benutzt haben. Versuchen Sie es noch einmal.',
  },

  board: {
    today: 'Heute',
    previous: 'Tag davor',
    next: 'Tag danach',
    withoutChair: 'Noch ohne Stuhl',
    empty: 'An diesem Tag gibt es keine Termine.',
  },

  acts: {
    booked: (name) => `${name} ist eingetragen.`,
  },

  booking: {
    title: 'Neuer Termin',
  },

  finder: {
    label: 'Patient suchen',
    placeholder: 'Name, Telefon oder Geburtsdatum',
    nothing: 'Niemand passt dazu.',
  },

  patient: {
    title: 'Patient',
  },

  inbox: {
    title: 'Eingang',
  },

  waiting: {
    title: 'Warteliste',
  },

  sheet: {
    title: 'Tagesblatt',
  },

  live: {
    title: (waiting, text) => (waiting > 0 ? `(${waiting}) ${text}` : text),
  },

  settings,

  ...office,
}
