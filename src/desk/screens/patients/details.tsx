/** The parts of the record that are edited in place: the personal details, and the consents. */
import { reading } from '../../base/time/reading.ts'
import { sayDob } from '../../base/time/say.ts'
import type { Patient } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { mistakes } from '../../parts/form.ts'
import { parseBirth } from '../../parts/patient/birth.ts'
import { countryCode, countryOptions } from '../../words/country.ts'
import { languageNames } from '../../words/languages.ts'
import { words } from '../../words/words.ts'
import { type Editable, EditSection } from './edit-section.tsx'
import { consentNames, detailNames, ownFields, ownText, sayField } from './fields.ts'

type Changes = components['schemas']['UpdatePatient']

/** The prefix of the name of an own field in the form. Own fields are fields that the practice has added. */
const ownPrefix = 'own '

const inputModes: Readonly<Record<string, 'tel' | 'email'>> = { phoneMobile: 'tel', email: 'email' }

export const Details = ({ patient }: { readonly patient: Patient }) => (
  <EditSection
    title={words.value.patient.details}
    patient={patient}
    fieldsOf={(patient) => [
      ...detailNames.map(
        (name): Editable => ({
          name,
          label: words.value.patient.fields[name],
          says: sayField(patient, name),
          held: heldOf(patient, name),
          control:
            name === 'country'
              ? { options: countryOptions(countryCode(patient.country)) }
              : {
                  inputMode: inputModes[name] ?? 'text',
                  ...(name === 'dob' && { placeholder: sayDob('1984-12-31') }),
                },
        }),
      ),
      ...ownFields(patient).map((field): Editable => {
        const held = ownText(patient, field.id)
        return {
          name: ownPrefix + field.id,
          label: field.name,
          says: held,
          held,
          control: { inputMode: 'text' },
        }
      }),
    ]}
    changesOf={detailChanges}
  />
)

function heldOf(patient: Patient, name: (typeof detailNames)[number]): string {
  if (name === 'country') return countryCode(patient.country)
  // The input of a date of birth has no age, in contrast to the text on the page.
  if (name === 'dob') return patient.dob ? sayDob(patient.dob) : ''
  return sayField(patient, name)
}

/** @throws the mistakes of the form. */
function detailChanges(typed: Readonly<Record<string, string>>): Changes {
  const { fieldMistakes } = words.value.patient
  const changes: Record<string, string | null> = {}
  const own: { id: string; text: string | null }[] = []
  const wrong: Record<string, string> = {}
  for (const [name, text] of Object.entries(typed)) {
    const isName = name === 'firstName' || name === 'lastName'
    const dob = name === 'dob' ? parseBirth(text, reading()) : undefined
    if (text === '' && isName) wrong[name] = fieldMistakes.needed
    else if (text !== '' && name === 'dob' && dob === undefined) wrong[name] = fieldMistakes.date
    else if (name.startsWith(ownPrefix)) own.push({ id: name.slice(ownPrefix.length), text: text || null })
    else changes[name] = text === '' ? null : (dob ?? text)
  }
  if (Object.keys(wrong).length > 0) throw mistakes(wrong)
  return { ...changes, ...(own.length > 0 && { ownFields: own }) }
}

/**
 * A warning when a patient agreed to messages, but has no address or number for them. Empty when no warning is needed.
 */
function sayUnreached({ notifyByEmail, email, notifyBySms, phoneMobile }: Patient, name: string): string {
  const { noEmail, noMobile } = words.value.patient
  if (name === 'notifyByEmail') return notifyByEmail && email === null ? noEmail : ''
  return name === 'notifyBySms' && notifyBySms && phoneMobile === null ? noMobile : ''
}

export const Consents = ({ patient }: { readonly patient: Patient }) => {
  const { patient: w } = words.value
  const yesOrNo = [
    ['true', w.yes],
    ['false', w.no],
  ] as const
  const languages = [['', w.ofPractice], ...Object.entries(languageNames)] as const
  return (
    <EditSection
      title={w.consents}
      patient={patient}
      fieldsOf={(patient) =>
        consentNames.map(
          (name): Editable => ({
            name,
            label: w.fields[name],
            says: [sayField(patient, name), sayUnreached(patient, name)].filter(Boolean).join('. '),
            held: String(patient[name] ?? (name === 'mayBookOnline' || '')),
            control: { options: name === 'preferredLanguage' ? languages : yesOrNo },
          }),
        )
      }
      changesOf={({ preferredLanguage, ...agreed }) => ({
        ...Object.fromEntries(Object.entries(agreed).map(([name, text]) => [name, text === 'true'])),
        ...(preferredLanguage !== undefined && {
          preferredLanguage: (preferredLanguage || null) as 'en' | 'de' | null,
        }),
      })}
    />
  )
}
