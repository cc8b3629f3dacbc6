import { hrefOf } from '../../../base/route.ts'
import { sayMoment } from '../../../base/time/moment.ts'
import { Read, useResource } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { Part } from '../parts/part.tsx'
import { Row, Rows } from '../parts/rows.tsx'
import { sayCounts, sayName, sayState } from './say.ts'
import { Start } from './start.tsx'
import { type Import, imports } from './state.ts'

/** The earlier imports, and the form that begins a new import. */
export function Overview() {
  const { imports: says } = words.value
  return (
    <Read from={useResource(imports)}>
      {(all) => (
        <>
          <Part about={says.lead}>
            <Start sources={[...new Set(all.map(({ name }) => name))]} />
          </Part>
          <Part title={says.earlier}>
            <Rows none={says.none}>
              {all.map((it) => (
                <OneRow key={it.id} it={it} />
              ))}
            </Rows>
          </Part>
        </>
      )}
    </Read>
  )
}

function OneRow({ it }: { readonly it: Import }) {
  const { imports: says } = words.value
  const name = sayName(it)
  return (
    <Row title={name} badges={[sayState(it)]} notes={[says.begun(sayMoment(it.createdAt)), sayCounts(it)]}>
      <a
        class="button quiet row-act"
        href={hrefOf('settings', 'imports', it.id)}
        aria-label={`${says.open}: ${name}`}
      >
        {says.open}
      </a>
    </Row>
  )
}
