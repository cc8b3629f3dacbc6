/** What the pages for people, security and trust say, in German. */
import { passkey } from '../../pages/words/de.ts'
import type * as en from './en-people.ts'

export const people: typeof en.people = {
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
}

export const security: typeof en.security = {
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
}
