import { passkey } from '../../pages/words/de.ts'
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

  people: {
    title: 'Team',
    about:
      'Assistenten arbeiten mit Patienten, Notizen und Terminen. Inhaber können das auch und verwalten außerdem die Praxis.',
    roles: { assistant: 'Assistenz', owner: 'Inhaber' },
    you: 'Sie',
    deactivated: 'Ausgeschaltet',
    noColor: 'Keine Farbe',
    sole: 'Der einzige Inhaber mit Passkey. Wer die Rolle abgeben will, macht zuerst ein anderes Mitglied zum Inhaber.',
    hasLink: (until) => `Hat einen Link, um einen Passkey anzulegen. Er gilt bis ${until}.`,
    edit: 'Bearbeiten',
    newLink: 'Neuer Link',
    deactivate: 'Ausschalten',
    activate: 'Einschalten',
    name: 'Name',
    email: 'E-Mail',
    role: 'Rolle',
    color: 'Farbe im Kalender',
    emailTaken: 'Ein anderes Mitglied hat diese Adresse. Nehmen Sie eine andere.',
    editTitle: (name) => `${name} bearbeiten`,
    saved: 'Das Mitglied ist gespeichert.',
    savedLinkEnded: 'Das Mitglied ist gespeichert. Der alte Link gilt nicht mehr: Machen Sie einen neuen.',
    activated: (name) =>
      `${name} ist wieder eingeschaltet. Machen Sie jetzt einen neuen Link, damit ${name} sich anmelden kann.`,
    deactivateTitle: (name) => `${name} ausschalten?`,
    deactivateText: (name) =>
      `${name} wird sofort überall abgemeldet. Passkeys und API-Tokens enden, und kein Eintrag wird gelöscht. Um sich wieder anzumelden, braucht ${name} einen Inhaber, der das Konto einschaltet und einen neuen Link macht.`,
    deactivateSelfTitle: 'Sich selbst ausschalten?',
    deactivateSelfText:
      'Sie werden sofort überall abgemeldet. Anmelden können Sie sich erst wieder, wenn ein anderer Inhaber Sie einschaltet und Ihnen einen neuen Link gibt.',
    wasDeactivated: (name) => `${name} ist ausgeschaltet.`,
    linkTitle: (name) => `Neuen Link für ${name} machen?`,
    linkText: (name) =>
      `Tun Sie das, wenn ein Passkey verloren oder gestohlen ist. Alle Passkeys von ${name} gelten ab jetzt nicht mehr, und jede offene Sitzung endet. Mit dem Link legt ${name} einen neuen Passkey an.`,
    linkTokens: 'Auch die API-Tokens widerrufen',
    makeLink: 'Neuen Link machen',
    linkFor: (name) => `Der Link für ${name}`,
    mailed: (name, email) => `Der Link für ${name} ging an ${email}.`,
    notMailed: (name) =>
      `Der Link für ${name}: Es ging keine E-Mail hinaus. Geben Sie den Link selbst weiter, sodass ihn sonst niemand sieht.`,
    worksUntil: (until) => `Er gilt einmal, bis ${until}.`,
    notAgain: (until) => `Er gilt einmal, bis ${until}, und wird nicht noch einmal gezeigt.`,
    locksOut:
      'Nichts wurde geändert, denn sonst könnte sich kein Inhaber mehr anmelden. Machen Sie zuerst ein anderes Mitglied zum Inhaber.',
    inviteTitle: 'Jemanden einladen',
    invite: 'Einladen',
    invited: (name) => `${name} ist eingeladen.`,
    none: 'Es gibt keines.',
  },

  security: {
    title: 'Sicherheit',
    fillIn: 'Bitte füllen Sie das aus.',
    notEmail: 'Das ist keine E-Mail-Adresse.',
    copy: 'Kopieren',
    copied: 'Kopiert.',
    notCopied:
      'Der Browser lässt diese Seite nicht kopieren. Der Text ist markiert: Drücken Sie Strg+C oder ⌘C.',
    passkeys: 'Passkeys',
    passkeysAbout:
      'Sie melden sich mit Fingerabdruck, Gesicht oder Bildschirmsperre an. Legen Sie auf einem zweiten Gerät noch einen Passkey an. Dann kommen Sie auch hinein, wenn das erste verloren geht.',
    onlyOne: 'Ihr einziger',
    made: (day) => `Angelegt am ${day}`,
    madeUsed: (day, used) => `Angelegt am ${day}, zuletzt benutzt am ${used}`,
    rename: 'Umbenennen',
    renameTitle: 'Passkey umbenennen',
    renamed: 'Der Passkey hat seinen neuen Namen.',
    name: 'Name',
    remove: 'Entfernen',
    removeTitle: 'Diesen Passkey entfernen?',
    removeText: (name) =>
      `Mit „${name}“ können Sie sich dann nicht mehr anmelden. In allen anderen Browsern werden Sie abgemeldet.`,
    removed: 'Der Passkey ist entfernt.',
    lastStays: 'Das ist Ihr einziger Passkey, darum bleibt er. Legen Sie zuerst einen anderen an.',
    add: 'Passkey hinzufügen',
    make: 'Anlegen',
    added:
      'Mit dem neuen Passkey können Sie sich jetzt anmelden. In allen anderen Browsern sind Sie abgemeldet.',
    notMade: 'Es wurde kein Passkey angelegt',
    sessions: 'Wo Sie angemeldet sind',
    sessionsAbout: 'Sehen Sie einen Browser, den Sie nicht kennen? Melden Sie ihn ab.',
    thisBrowser: 'Dieser Browser',
    seen: (from, last) => `Angemeldet ${from}, zuletzt gesehen ${last}`,
    signOut: 'Abmelden',
    signedOut: 'Der Browser ist abgemeldet.',
    signOutOthers: 'Alle anderen Browser abmelden',
    othersSignedOut: 'Alle anderen Browser sind abgemeldet.',
    browser: 'Ein Browser',
    browserOn: (browser, system) => `${browser} auf ${system}`,
    none: 'Es gibt keine.',
    confirmTitle: 'Benutzen Sie Ihren Passkey noch einmal',
    confirmText: 'Nicht jeder an diesem Browser darf das. Zeigen Sie mit Ihrem Passkey, dass Sie es sind.',
    confirm: 'Passkey benutzen',
    notDone: 'Es ist nichts passiert',
    passkey,
  },
}
