import { success } from './answers.ts'
import { type Authenticator, authenticator } from './authenticator.ts'
import { monday, type Service } from './clinic.ts'
import { weekOf } from './week.ts'

/** The form that the first owner fills in. */
export const setupForm = {
  practiceName: 'Praxis am Lindenplatz',
  timezone: 'Europe/Berlin',
  pack: 'dental',
  workingHours: { ...weekOf([{ start: '09:00', end: '17:00' }]), sat: [], sun: [] },
  ownerName: 'Dr. Zoé Müller',
  ownerEmail: 'zoe@example.org',
}

/** Sets up the first practice of a service by its link. Returns the owner's token and their authenticator. */
export async function setUp(s: Service): Promise<{ readonly token: string; readonly key: Authenticator }> {
  const link = s.setupLink.open(monday)
  success(await s.anonymous('POST', '/auth/setup/open', { link }))
  const { options } = success(await s.anonymous('POST', '/auth/setup/options', { link, ...setupForm }))
  const key = await authenticator()
  const response = await key.register(options)
  const { token } = success(await s.anonymous('POST', '/auth/setup', { link, ...setupForm, response }), 201)
  return { token, key }
}
