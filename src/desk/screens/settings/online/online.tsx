import { api } from '../../../api/api.ts'
import { instead } from '../../../api/failure.ts'
import { me } from '../../../base/me.ts'
import { hrefOf } from '../../../base/route.ts'
import { useDraft } from '../../../parts/draft.ts'
import { DraftForm } from '../../../parts/draft-form.tsx'
import { mistakes } from '../../../parts/form.ts'
import { Read, useRead } from '../../../parts/read.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { TickField } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { Copyable } from '../parts/copyable.tsx'
import { linesIn } from '../parts/lines-in.ts'
import { NumberField } from '../parts/number-field.tsx'
import { Part } from '../parts/part.tsx'
import { practiceBy, readPractice, savePractice } from '../parts/practice-record.ts'

interface Fields {
  readonly enabled: boolean
  readonly slug: string
  /** The origins of websites that may embed the booking page, one on each line. */
  readonly sites: string
  readonly requestHours: number
  readonly mostOpenRequests: number
}

const slugPattern = /^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$/
const sitePattern = /^https:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?$/
const mostSites = 10
/** The least and the largest value of each number. */
const bounds = { requestHours: [1, 336], mostOpenRequests: [1, 200] } as const

/** The settings of online booking. */
export function OnlinePage() {
  const types = useRead(
    async () => (await api.GET('/api/v1/appointment-types')).appointmentTypes,
    ['appointmentType'],
  )
  const { online } = words.value.settings
  return (
    <>
      <Read from={types}>
        {(types) =>
          types.every(({ online }) => online.newPatients === 'off' && online.knownPatients === 'off') && (
            <p class="notice">
              {online.noKinds} <a href={hrefOf('settings', 'types')}>{online.toKinds}</a>
            </p>
          )
        }
      </Read>
      <Choices />
      <Address />
    </>
  )
}

function Choices() {
  const { online } = words.value.settings
  const draft = useDraft<Fields>({ saved, send, readAgain: readPractice, by: practiceBy, check })
  const number = (name: keyof typeof bounds, label: string, unit: string, hint?: string) => (
    <NumberField name={name} label={label} unit={unit} hint={hint} draft={draft} />
  )
  return (
    <DraftForm title={online.title} alone lead={online.lead} draft={draft} saved={online.saved}>
      <TickField name="enabled" label={online.enabled} hint={online.enabledHint} draft={draft} />
      <TextField name="slug" label={online.address} hint={online.addressHint} maxLength={50} draft={draft} />
      <div class="pair">
        {number(
          'requestHours',
          online.requestHours,
          words.value.settings.units.hours,
          online.requestHoursHint,
        )}
        {number('mostOpenRequests', online.mostOpenRequests, online.requests)}
      </div>
      <TextField
        draft={draft}
        name="sites"
        label={online.sites}
        hint={online.sitesHint}
        optional
        rows={2}
        maxLength={5000}
      />
    </DraftForm>
  )
}

/** The address of the booking page. The address is shown when online booking is on. */
function Address() {
  const { online } = words.value.settings
  const { enabled, slug } = me.value.practice.onlineBooking
  if (!enabled) return null
  const address = `${location.origin}/book/${slug}`
  return (
    <Part title={online.page}>
      <Copyable stays label={online.page} value={address} />
      <p>
        <a href={address} target="_blank" rel="noreferrer">
          {online.see}
        </a>
      </p>
      <p class="label">{online.embed}</p>
      <Copyable
        stays
        label={online.embed}
        value={`<iframe src="${address}" title="${online.title}" style="width:100%;height:50rem;border:0"></iframe>`}
      />
    </Part>
  )
}

function saved() {
  const { onlineBooking, version } = me.value.practice
  const { slug, frameAncestors, ...others } = onlineBooking
  return { fields: { ...others, slug: slug ?? '', sites: frameAncestors.join('\n') }, version }
}

function check({ enabled, slug, sites, ...numbers }: Fields): Record<string, string> {
  const { settings, forms } = words.value
  const wrong: Record<string, string> = {}
  if (slug.trim() === '' ? enabled : !slugPattern.test(slug.trim()))
    wrong.slug = slug.trim() === '' ? forms.fillIn : settings.online.addressHint
  const given = linesIn(sites)
  if (given.length > mostSites || !given.every((site) => sitePattern.test(site)))
    wrong.sites = settings.online.wrongSites
  for (const [name, [least, most]] of Object.entries(bounds)) {
    const value = numbers[name as keyof typeof bounds]
    if (!Number.isInteger(value) || value < least || value > most)
      wrong[name] = settings.numberBetween(least, most)
  }
  return wrong
}

async function send(_: unknown, version: number, { slug, sites, ...others }: Fields): Promise<void> {
  const body = { ...others, slug: slug.trim() || null, frameAncestors: linesIn(sites) }
  await savePractice({ onlineBooking: body }, version).catch(
    instead('conflict', mistakes({ slug: words.value.settings.online.addressTaken })),
  )
}
