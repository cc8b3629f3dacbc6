import type { Patient } from '../../contract/names.ts'

/** Whether messages can go to a patient: `lacking` is a consent without an address or a number. */
export function tellable(patient: Patient, channel: 'email' | 'sms'): 'yes' | 'no' | 'lacking' {
  const [agreed, address] =
    channel === 'email' ? [patient.notifyByEmail, patient.email] : [patient.notifyBySms, patient.phoneMobile]
  if (!agreed) return 'no'
  return address === null ? 'lacking' : 'yes'
}
