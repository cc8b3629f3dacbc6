/** What the desk shares with the ways in, in German. */
import type * as english from './en-access.ts'

export const passkey: typeof english.passkey = {
  notMade: 'Es wurde kein Passkey angelegt',
  notDone: 'Es ist nichts passiert',
  notSignedIn: 'Sie sind nicht angemeldet',
  NotAllowedError: 'das Fenster für den Passkey wurde geschlossen, oder es hat zu lange gedauert',
  AbortError: 'die Anfrage wurde unterbrochen',
  InvalidStateError: 'dieses Gerät hat schon einen Passkey von Ihnen',
  ConstraintError:
    'auf diesem Gerät ist keine Bildschirmsperre, kein Fingerabdruck und kein Gesicht eingerichtet',
  NotSupportedError: 'dieses Gerät kann die nötige Art von Passkey nicht anlegen',
  SecurityError: 'diese Seite wurde unter einer falschen Adresse geöffnet',
  other: 'das Gerät konnte keinen Passkey benutzen',
  again: 'Sie können es noch einmal versuchen.',
  earlier: 'Der nächste Versuch fragt nach einem Passkey einer anderen Adresse Ihrer Praxis.',
  moved:
    'Ihre Praxis hat eine neue Adresse. Ein Passkey von vorher gilt hier nicht. Bitten Sie eine Inhaberin oder einen Inhaber um einen Link, und legen Sie damit einen neuen Passkey an.',
}

export const hours: typeof english.hours = {
  weekdays: {
    mon: 'Montag',
    tue: 'Dienstag',
    wed: 'Mittwoch',
    thu: 'Donnerstag',
    fri: 'Freitag',
    sat: 'Samstag',
    sun: 'Sonntag',
  },
  timeOf: (day, edge, nth) =>
    `${day}, ${edge === 'start' ? 'öffnet' : 'schließt'}${nth > 0 ? ' wieder' : ''}`,
  closed: 'Geschlossen',
  addBreak: 'Pause einfügen',
  removeBreak: 'Pause entfernen',
  copyHours: 'Zeiten des ersten Tages für die anderen übernehmen',
  timesRunBack: 'Die Zeiten eines Tages müssen aufeinander folgen und dürfen sich nicht überschneiden.',
  otherRegion: 'Sonstige',
  clockIn: (time) => `Dort ist es jetzt ${time} Uhr.`,
}

/** Why somebody is not signed in any more. */
export const endings: typeof english.endings = {
  signedOut: 'Sie sind abgemeldet.',
  ended: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um weiterzuarbeiten.',
  expired: 'Ihre Sitzung wurde lange nicht benutzt oder hat ihre längste Dauer erreicht.',
  revoked:
    'Ihre Sitzung wurde anderswo beendet. Vielleicht haben Sie sich in einem anderen Fenster abgemeldet, oder ein Inhaber hat Ihnen einen neuen Link gegeben.',
  deactivated: 'Ihr Konto wurde gesperrt. Fragen Sie einen Inhaber der Praxis, falls das ein Irrtum ist.',
  practiceRemoved:
    'Ihre Praxis wurde von diesem Server entfernt. Fragen Sie einen Inhaber, wo sie jetzt ist.',
}
