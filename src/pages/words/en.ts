/** The words of the pages before the front desk, in English. */

/** Why a passkey was not used, by the name of the browser's error. It follows a sentence about what did not happen. */
export const passkey = {
  NotAllowedError: 'the passkey window was closed, or it took too long',
  AbortError: 'the request was interrupted',
  InvalidStateError: 'this device already has a passkey of yours',
  ConstraintError: 'this device has no screen lock, fingerprint or face set up',
  NotSupportedError: 'this device cannot make the kind of passkey that is needed',
  SecurityError: 'this page was opened at a wrong address',
  other: 'the device could not use a passkey',
  again: 'You can try again.',
}
