import { sayFailure } from '../../../base/say-failure.ts'
import { sayMoment } from '../../../base/time/moment.ts'
import { known } from '../../../words/known.ts'
import { locale, words } from '../../../words/words.ts'
import { Part } from '../parts/part.tsx'
import { Fact } from '../parts/rows.tsx'
import { type Health, health } from './health.ts'
import { sayLag } from './lag.ts'

/** The health of the server and its backup, for owners. `ServiceBadge` in the list of pages reads it regularly. */
export function Service() {
  const { service } = words.value
  const known = health.trouble === undefined ? health.value : undefined
  const isMissed = health.trouble !== undefined
  return (
    <Part>
      {/* The light and the sentence always stay in the page, so that screen readers announce only changes. */}
      <p class={`light ${known?.level ?? 'unknown'}`} role="status">
        {known ? service.levels[known.level] : isMissed ? service.unknown : words.value.shell.loading}
      </p>
      <p class="hint" role="status">
        {isMissed &&
          `${sayFailure(health.trouble)} ${service.lookingAgain} ${health.value ? service.before : ''}`}
      </p>
      {health.value && <Details of={health.value} />}
    </Part>
  )
}

const Details = ({ of }: { readonly of: Health }) => {
  const { service } = words.value
  // These names are English on every page. The person who runs the server finds them in the guide.
  const named = of.findings.filter(({ passes }) => !passes).map(({ kind }) => kind.replaceAll('_', ' '))
  return (
    <>
      {of.findings.map((finding) => (
        <Finding key={finding.kind} finding={finding} of={of} />
      ))}
      {named.length > 0 && (
        <>
          <p>{service.read}</p>
          <p class="spoken">{service.line(named.join(', '))}</p>
        </>
      )}
      <dl class="fact-list">
        {of.backup && (
          <>
            <Fact name={service.verified}>
              {of.backup.verifiedAt === null ? service.notYet : sayMoment(of.backup.verifiedAt)}
            </Fact>
            <Fact name={service.upToDate}>{upToDate(of.backup.lagSeconds)}</Fact>
          </>
        )}
        {of.freeMegabytes !== null && (
          <Fact name={service.free}>{of.freeMegabytes.toLocaleString(locale.value)} MB</Fact>
        )}
      </dl>
    </>
  )
}

function Finding({ finding, of }: { readonly finding: Health['findings'][number]; readonly of: Health }) {
  const { service, shell } = words.value
  const told = known(service.findings, finding.kind, { explain: () => shell.newer, steps: [] })
  const { lagSeconds = null } = of.backup ?? {}
  const lag = lagSeconds === null ? null : sayLag(lagSeconds)
  const free = (of.freeMegabytes ?? 0).toLocaleString(locale.value)
  return (
    <div class={`finding ${finding.level}`}>
      <p>
        <strong>{told.explain(lag, free)}</strong>
      </p>
      <ol>
        {told.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}

function upToDate(seconds: number | null): string {
  const { service } = words.value
  if (seconds === null) return service.lagUnknown
  return seconds === 0 ? service.noLag : service.behind(sayLag(seconds))
}
