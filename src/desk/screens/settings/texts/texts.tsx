import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../../../api/api.ts'
import { failedBy } from '../../../api/failure.ts'
import { Button } from '../../../base/button.tsx'
import { sayFailure } from '../../../base/say-failure.ts'
import { say } from '../../../base/toasts.tsx'
import { askFirst } from '../../../parts/ask-first.tsx'
import { useDraft } from '../../../parts/draft.ts'
import { DraftForm } from '../../../parts/draft-form.tsx'
import { Field } from '../../../parts/field.tsx'
import { focusFirstMistake, mistakes } from '../../../parts/form.ts'
import { Read, useRead } from '../../../parts/read.tsx'
import { named, SelectField } from '../../../parts/select.tsx'
import { words } from '../../../words/words.ts'
import { practiceBy, readReminders, reminders, saveReminders } from '../parts/practice-record.ts'
import { Placeholders } from './placeholders.tsx'
import { type Preview, PreviewCard } from './preview.tsx'
import { bodyOf, inLanguage, type Texts, textMistakes, textNames, textsOf } from './texts.ts'

/** The page for the texts of messages to patients. */
export const TextsPage = () => <Read from={useRead(readReminders, ['practice'])}>{() => <TextsForm />}</Read>

const preview = signal<Preview | undefined>(undefined)
/** A counter that rises with each change and each preview. A preview of older texts is ignored. */
let looks = 0

function TextsForm() {
  const { settings } = words.value
  const { languages } = reminders.value!
  const shown = useRef<HTMLElement>(null)
  useEffect(() => {
    looks++
    preview.value = undefined
  }, [])
  const draft = useDraft<Texts>({
    saved: () => ({ fields: textsOf(reminders.value!), version: reminders.value!.version }),
    send: (_, version, whole) => saveReminders(bodyOf(whole, languages), version).catch(tooLong),
    readAgain: readReminders,
    by: practiceBy,
    check: textMistakes,
  })
  const { fields } = draft
  const set = (changes: Partial<Texts>) => {
    looks++
    preview.value = undefined
    draft.set(changes)
  }
  const look = async (form: HTMLFormElement | null) => {
    const { activeElement } = document
    const mine = ++looks
    const done = await draft.attempt(async (texts) => {
      const body = bodyOf(texts, languages)
      const made = await api.POST('/api/v1/practice/reminders/preview', { body }).catch(tooLong)
      if (mine === looks) preview.value = made
    })
    if (!done) return focusFirstMistake(form, activeElement)
    requestAnimationFrame(() => {
      if (document.activeElement === activeElement) shown.current?.focus()
    })
  }
  const goStandard = async () => {
    const standard = languages.find(({ id }) => id === fields.language)!
    const done = await askFirst({
      title: settings.standardTitle,
      text: [settings.standardText(standard.name)],
      verb: settings.standardVerb,
      danger: true,
      act: async () => {
        await saveReminders(bodyOf({ ...fields, ...standard.standard }, languages), reminders.value!.version)
        set(standard.standard)
      },
    })
    if (done) say(settings.standardDone)
  }
  return (
    <>
      <DraftForm
        title={settings.texts}
        alone
        lead={settings.textsLead}
        draft={draft}
        saved={settings.textsSaved}
        more={
          <>
            <Button busy={draft.busy} onClick={({ currentTarget }) => void look(currentTarget.form)}>
              {settings.preview}
            </Button>
            <Button kind="quiet" onClick={() => void goStandard()}>
              {settings.standardVerb}
            </Button>
          </>
        }
      >
        <SelectField
          label={settings.language}
          hint={settings.languageHint}
          value={fields.language}
          choices={named(languages)}
          choose={(language) => set(inLanguage(fields, language as Texts['language'], languages))}
        />
        <Placeholders />
        {textNames.map((name) => (
          <Field key={name} label={settings.textNames[name]} error={draft.errorAt(name)}>
            {(its) =>
              name === 'emailSubject' ? (
                <input
                  {...its}
                  maxLength={200}
                  autocomplete="off"
                  value={fields[name]}
                  onInput={({ currentTarget: { value } }) => set({ [name]: value })}
                />
              ) : (
                <textarea
                  {...its}
                  rows={name === 'emailText' ? 14 : 4}
                  maxLength={name === 'emailText' ? 5000 : 320}
                  value={fields[name]}
                  onInput={({ currentTarget: { value } }) => set({ [name]: value })}
                />
              )
            }
          </Field>
        ))}
      </DraftForm>
      {preview.value && <PreviewCard preview={preview.value} place={shown} />}
    </>
  )
}

/**
 * Turns a refusal of texts into mistakes. The form has checked the texts, so only the length after filling is wrong.
 */
function tooLong(error: unknown): never {
  if (!failedBy(error, 'validation_failed')) throw error
  const { settings } = words.value
  throw mistakes(
    Object.fromEntries(
      error.details.map(({ path }) => [path, path === 'smsText' ? settings.smsTooLong : sayFailure(error)]),
    ),
  )
}
