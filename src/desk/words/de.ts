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
    withoutChair: 'Noch ohne Stuhl',
    empty: 'An diesem Tag gibt es keine Termine.',
  },

  acts: {
    booked: (name) => `${name} ist eingetragen.`,
  },

  booking: {
    titles: { appointment: 'Neuer Termin', unavailable: 'Zeit sperren', reminder: 'Neue Notiz' },
    submits: { appointment: 'Eintragen', unavailable: 'Zeit sperren', reminder: 'Notieren' },
    kind: 'Art des Eintrags',
    kinds: { appointment: 'Termin', unavailable: 'Sperrzeit', reminder: 'Notiz' },
    patient: 'Patient',
    newPatient: 'Neuer Patient',
    newPatientNamed: (typed) => `Neuer Patient „${typed}“`,
    firstName: 'Vorname',
    lastName: 'Nachname',
    another: 'Jemand anderen wählen',
    noPhone: 'Keine Telefonnummer',
    reached: (email, sms) =>
      email && sms
        ? 'Einverstanden mit E-Mail und SMS'
        : email
          ? 'Einverstanden mit E-Mail'
          : sms
            ? 'Einverstanden mit SMS'
            : 'Bekommt keine Nachrichten',
    firstVisit: 'Bisher keine Termine',
    next: (when, title) => `Nächster: ${when}${title === null ? '' : `, ${title}`}`,
    noNext: 'Kein kommender Termin',
    last: (when, title) => `Letzter: ${when}${title === null ? '' : `, ${title}`}`,
    nextNote: 'Als Nächstes:',
    name: 'Titel',
    date: 'Tag',
    time: 'Uhrzeit',
    chair: 'Stuhl',
    noChair: 'Noch ohne Stuhl',
    length: 'Dauer in Minuten',
    lengthMinutes: 'Andere Dauer in Minuten',
    ownLength: 'Andere',
    skipped:
      'Diese Uhrzeit gibt es an dem Tag nicht, weil die Uhren umgestellt werden. Wählen Sie eine andere.',
    twice: (time) => `Die Uhren zeigen an dem Tag zweimal ${time}. Welche Zeit ist gemeint?`,
    firstTime: 'Die erste, vor der Umstellung',
    secondTime: 'Die zweite, danach',
    chooseWhich: 'Wählen Sie, welche der beiden Zeiten gemeint ist.',
    chooseDate: 'Wählen Sie einen Tag.',
    chooseTime: 'Wählen Sie eine Uhrzeit oder eine der freien Zeiten.',
    chooseLength: 'Geben Sie an, wie viele Minuten es dauert.',
    whoOrWhat: 'Wählen Sie einen Patienten, oder geben Sie dem Eintrag einen Titel.',
    free: 'Diese Zeit ist frei.',
    taken: (who) => `Der Stuhl ist belegt: ${who}.`,
    busy: (who) => `Wer behandelt, ist schon belegt: ${who}.`,
    conflict: 'Zu dieser Zeit steht etwas anderes im Weg. Wählen Sie eine andere Zeit.',
    seriesTaken:
      'Einige dieser Zeiten wurden gerade vergeben. Sehen Sie die Liste an und wählen Sie eine andere Zeit.',
    sameDay: (when) => `Dieser Patient kommt an dem Tag schon: ${when}.`,
    past: 'Diese Zeit ist schon vorbei.',
    outsideHours: 'Das liegt außerhalb der Sprechzeiten.',
    closed: (name) => `Dann ist geschlossen: ${name}.`,
    nextFree: 'Nächste freie Zeiten',
    anyChair: 'Jeder Stuhl',
    partOfDay: 'Tageszeit',
    parts: { any: 'Ganztags', morning: 'Vormittags', afternoon: 'Nachmittags' },
    weekdays: 'Wochentage',
    dayNames: { mon: 'Mo', tue: 'Di', wed: 'Mi', thu: 'Do', fri: 'Fr', sat: 'Sa', sun: 'So' },
    from: 'Ab',
    fromDay: (day) => `ab ${day}`,
    moreTimes: 'Spätere Zeiten',
    nothingFree: 'Keine freie Zeit passt.',
    reasons: {
      past: () => 'Die gewählte Zeit ist schon vorbei.',
      chair_inactive: () => 'Der Stuhl ist außer Betrieb.',
      closed_hours: () => 'Die gewählte Zeit liegt außerhalb der Sprechzeiten.',
      off_grid: () => 'Freie Zeiten beginnen zu anderen Minuten.',
      skipped_time: () => 'Die gewählte Uhrzeit gibt es an dem Tag nicht.',
      closure: (name) => `Geschlossen: ${name}.`,
      in_the_way: () => 'Der gewählten Zeit stehen andere Einträge im Weg.',
      too_long: () => 'Keine Öffnungszeit ist lang genug.',
      full: () => 'Zwischen den anderen Einträgen ist kein Platz.',
    },
    more: 'Notizen, Farbe, Behandler',
    practitioner: 'Behandelt von',
    nobody: 'Niemand festgelegt',
    notes: 'Notizen',
    color: 'Farbe',
    colors: ['Blau', 'Grün', 'Gelb', 'Rot', 'Violett', 'Grau'],
    comesAgain: 'Wiederholt sich',
    every: 'Alle',
    unit: 'Einheit',
    units: { day: 'Tage', week: 'Wochen', month: 'Monate' },
    ends: 'Endet',
    afterTimes: 'nach',
    onDay: 'am',
    times: 'Anzahl',
    lastDay: 'Letzter Tag',
    preview: 'Vorschau',
    previewNeedsTime: 'Wählen Sie eine Uhrzeit, um alle Tage zu sehen.',
    previewSays: (count, taken) =>
      taken === 0
        ? `${count} Termine, alle frei.`
        : `${taken} von ${count} Zeiten sind belegt. Lassen Sie diese Tage aus oder wählen Sie eine andere Zeit.`,
    skipTaken: 'Belegte Tage auslassen',
    skipClosed: 'Geschlossene Tage auslassen',
    skippedDays: (days) => `Ausgelassen: ${days}.`,
    skipNone: 'Wieder aufnehmen',
    noChairs: 'Die Praxis hat noch keinen Stuhl. Inhaber legen Stühle in den Einstellungen an.',
    inTheWay: (when) => `belegt ${when}`,
    fits: 'Von der Warteliste',
    waitInstead: 'Warteliste',
    waitTitle: (who) => `Warteliste: ${who}`,
    wait: 'Auf die Warteliste setzen',
    waits: (who) => `${who} steht auf der Warteliste.`,
    urgency: 'Wie bald',
    urgencies: { urgent: 'Dringend', soon: 'Bald', whenever: 'Irgendwann' },
    told: 'Bekommt in fünf Minuten eine Nachricht über den Termin.',
    untold: 'Bekommt keine Nachricht über die Buchung.',
    unreached: 'Bekommt keine Nachrichten: ohne Einwilligung oder ohne Adresse.',
    booked: (who, when) => `${who} ist eingetragen: ${when}.`,
    bookedSeries: (who, count, when) => `${who} ist ${count}-mal eingetragen, zuerst ${when}.`,
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
