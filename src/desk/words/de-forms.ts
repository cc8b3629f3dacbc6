/** What went wrong, and what forms say, in German. */
import type * as english from './en-forms.ts'

export const failures: typeof english.failures = {
  again: 'Noch einmal versuchen',
  unexpected:
    'Auf dieser Seite ist ein Fehler aufgetreten. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  unreadable: 'Die Antwort des Servers ist nicht lesbar. Versuchen Sie es gleich noch einmal.',
  offline: 'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  rateLimited: (seconds) =>
    `Das waren zu viele Anfragen in kurzer Zeit. Warten Sie ${
      seconds < 90 ? `${seconds} Sekunden` : `${Math.ceil(seconds / 60)} Minuten`
    } und versuchen Sie es dann noch einmal.`,
  misdirected: (address: string | undefined) =>
    address === undefined
      ? 'Unter dieser Adresse ist keine Praxis. Prüfen Sie die Adresse.'
      : `Ihre Praxis hat eine neue Adresse: ${address}. Öffnen Sie sie und melden Sie sich dort an.`,
  forbidden: 'Das darf nur ein Inhaber der Praxis.',
  notFound: 'Diesen Eintrag gibt es nicht mehr. Vielleicht hat ihn jemand gelöscht.',
  changedMeanwhile:
    'Jemand anderes hat das inzwischen geändert. Sie sehen jetzt den neuen Stand. Nehmen Sie Ihre Änderung noch einmal vor.',
  conflict: 'Das verträgt sich nicht mit dem, was schon eingetragen ist.',
  invalid: 'Im Formular stimmt etwas nicht. Prüfen Sie die markierten Felder.',
  invalidField: 'Prüfen Sie dieses Feld.',
  tooLarge: 'Das ist zu lang zum Speichern.',
  unavailable: 'Der Server kann das gerade nicht ausführen. Versuchen Sie es gleich noch einmal.',
  internal:
    'Auf dem Server ist ein Fehler aufgetreten. Es wurde nichts gespeichert. Versuchen Sie es noch einmal.',
  passkey:
    'Es wurde nichts geändert, weil Sie es nicht mit Ihrem Passkey bestätigt haben. Versuchen Sie es noch einmal.',
}

export const forms: typeof english.forms = {
  optional: 'optional',
  fillIn: 'Bitte füllen Sie das aus.',
  choose: 'Bitte wählen Sie eines aus.',
  notDay: (example) => `Das ist kein Tag. Schreiben Sie ihn so: ${example}.`,
  notTime: (example) => `Das ist keine Uhrzeit. Schreiben Sie sie so: ${example}.`,
  calendar: 'Im Kalender wählen',
  notEmail: 'Das ist keine E-Mail-Adresse.',
  theirs: (value, who = 'jemand anderes') => `Inzwischen hat ${who} das geändert: ${value}`,
  changedMeanwhile: (who = 'Jemand anderes') =>
    `${who} hat das inzwischen geändert, deshalb wurde nichts gespeichert. Ihre Eingaben sind noch da. Prüfen Sie sie und speichern Sie noch einmal.`,
}
