/** Why a delivery failed. */
type Cause = 'no_answer' | 'unreachable' | 'unsafe' | 'sign_in' | 'money' | 'busy' | 'refused' | 'other'

/** Why a delivery failed, by its code. The API's own sentences tell the same causes apart. */
export function causeOf(error: string): Cause {
  if (/^(timeout|no_answer)$/.test(error)) return 'no_answer'
  if (error === 'unreachable') return 'unreachable'
  if (/^(no_tls|tls_failed)$/.test(error)) return 'unsafe'
  if (/^(smtp_53[0458]|http_40[13])$/.test(error)) return 'sign_in'
  if (error === 'http_402') return 'money'
  if (/^(smtp_4\d\d|http_(408|425|429|5\d\d))$/.test(error)) return 'busy'
  return /^(smtp|http)_/.test(error) ? 'refused' : 'other'
}
