import type { Patient } from '../../contract/names.ts'

/** Whether messages can be sent to a patient. `lacking` means a consent without an address or a phone number. */
export function tellable(patient: Patient, channel: 'email' | 'sms'): 'yes' | 'no' | 'lacking' {
  const [agreed, address] =
    channel === 'email' ? [patient.notifyByEmail, patient.email] : [patient.notifyBySms, patient.phoneMobile]
  if (!agreed) return 'no'
  return address === null ? 'lacking' : 'yes'
}
