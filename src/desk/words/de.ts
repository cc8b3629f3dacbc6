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
    previousWeek: 'Woche davor',
    nextWeek: 'Woche danach',
    withoutChair: 'Noch ohne Stuhl',
    empty: 'An diesem Tag gibt es keine Termine.',
    emptyWeek: 'In dieser Woche gibt es keine Termine.',
    month: 'Zu einem Tag gehen',
    previousMonth: 'Monat davor',
    nextMonth: 'Monat danach',
    monthDay: (open, appointments, percent, closures) =>
      [
        open ? `zu ${percent} % belegt` : 'geschlossen',
        appointments === 1 ? '1 Termin' : `${appointments} Termine`,
        ...closures,
      ].join(', '),
    entries: 'Einträge',
    view: 'Ansicht',
    allChairs: 'Tag, alle Stühle',
    weekOf: 'Woche eines Stuhls',
    toWeek: (chair) => `${chair}: Woche zeigen`,
    toDay: (day) => `${day}: alle Stühle zeigen`,
    practitioner: 'Wer hervorgehoben wird',
    everybody: 'Alle Behandelnden',
    density: 'Höhe der Zeilen',
    smaller: 'Kleinere Zeilen',
    larger: 'Größere Zeilen',
    closed: 'Geschlossen',
    closedShort: 'zu',
    count: (n) => String(n),
    columnName: (title, n) => `${title}, ${n === 1 ? '1 Eintrag' : `${n} Einträge`}`,
    appointments: (n) => (n === 1 ? '1 Termin' : `${n} Termine`),
    waiting: (n) => (n === 1 ? '1 wartet' : `${n} warten`),
    clockChange: (minutes) =>
      `Die Uhr wird ${Math.abs(minutes) === 60 ? 'eine Stunde' : `${Math.abs(minutes)} Minuten`} ${minutes > 0 ? 'vorgestellt' : 'zurückgestellt'}`,
    more: (shown, all) => `Nur die ersten ${shown} von ${all} Einträgen sind zu sehen.`,
    noChairs: 'Noch keine Stühle',
    noChairsOwner:
      'Die Tagesansicht hat eine Spalte für jeden Stuhl oder Raum. Legen Sie in den Einstellungen den ersten an.',
    noChairsAssistant:
      'Die Tagesansicht hat eine Spalte für jeden Stuhl oder Raum. Bitten Sie einen Inhaber der Praxis, einen anzulegen.',
    addChairs: 'Stühle anlegen',
    sortBy: 'Reihenfolge',
    byTime: 'Nach Zeit',
    byChair: 'Nach Stuhl',
    keys: 'Tagesansicht',
    keyNext: 'Nächster Tag oder nächste Woche',
    keyPrevious: 'Tag oder Woche davor',
    keyWeek: 'Zwischen Tag und Woche wechseln',
    keyArrows: '↑ ↓ ← →',
    keyArrowsSay: 'Von Karte zu Karte gehen',
    keyEnds: 'Pos1 Ende',
    keyEndsSay: 'Zur ersten oder letzten Karte der Spalte gehen',
  },

  card: {
    types: { appointment: 'Termin', unavailable: 'Nicht verfügbar', reminder: 'Merker' },
    span: (from, to) => `${from} bis ${to}`,
    with: (name) => `bei ${name}`,
    menu: (name) => `Menü für ${name}`,
    short: {
      expected: () => 'erwartet',
      confirmed: () => 'bestätigt',
      cancelRequested: () => 'möchte absagen',
      late: (n) => `${n} min zu spät`,
      arrived: (n) => `wartet ${n} min`,
      inChair: () => 'auf dem Stuhl',
      done: () => 'fertig',
      noShow: () => 'nicht erschienen',
      firstVisit: () => 'erster Besuch',
      nextNote: () => 'zu tun',
      reminderFailed: () => 'Erinnerung kam nicht an',
      reminderUncertain: () => 'Erinnerung unsicher',
      noReminder: () => 'keine Erinnerung',
      series: () => 'Serie',
    },
    long: {
      expected: () => 'erwartet',
      confirmed: () => 'bestätigt',
      cancelRequested: () => 'möchte absagen',
      late: (n) => `seit ${n === 1 ? '1 Minute' : `${n} Minuten`} zu spät`,
      arrived: (n) => `ist da, wartet ${n === 1 ? '1 Minute' : `${n} Minuten`}`,
      inChair: () => 'auf dem Stuhl',
      done: () => 'fertig',
      noShow: () => 'nicht erschienen',
      firstVisit: () => 'erster Besuch',
      nextNote: () => 'hat eine Notiz, die als Nächstes zu tun ist',
      reminderFailed: () => 'die Erinnerung kam nicht an',
      reminderUncertain: () => 'die Erinnerung kam vielleicht nicht an',
      noReminder: () => 'bekommt keine Erinnerung',
      series: () => 'Teil einer Serie',
    },
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

  settings: {
    title: 'Einstellungen',
  },

  security: {
    title: 'Sicherheit',
  },
}
