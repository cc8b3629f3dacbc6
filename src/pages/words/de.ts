import type * as en from './en.ts'

/** Why a passkey was not used, in German. */
export const passkey: typeof en.passkey = {
  NotAllowedError: 'das Fenster für den Passkey wurde geschlossen, oder es hat zu lange gedauert',
  AbortError: 'die Anfrage wurde unterbrochen',
  InvalidStateError: 'dieses Gerät hat schon einen Passkey von Ihnen',
  ConstraintError:
    'auf diesem Gerät ist keine Bildschirmsperre, kein Fingerabdruck und kein Gesicht eingerichtet',
  NotSupportedError: 'dieses Gerät kann die nötige Art von Passkey nicht anlegen',
  SecurityError: 'diese Seite wurde unter einer falschen Adresse geöffnet',
  other: 'das Gerät konnte keinen Passkey benutzen',
  again: 'Sie können es noch einmal versuchen.',
}
