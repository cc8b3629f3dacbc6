import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, at } from '../../../api/api.ts'
import { isOwner, me } from '../../../base/me.ts'
import { memberName, needNames } from '../../../live/known-names.ts'
import { Read, useResource } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { NewSecret, useForgotten } from '../parts/news.tsx'
import { Part } from '../parts/part.tsx'
import { Rows } from '../parts/rows.tsx'
import { type MadeToken, MakeToken } from './make-token.tsx'
import { allTokens, ownTokens, TokenRow } from './tokens.tsx'

/** The newest token. The token is shown only once, and cleared when the page is left. */
const fresh = signal<MadeToken | undefined>(undefined)

/** The page for people who write programs: the documentation of the API, and tokens. */
export function Developers() {
  const { developers: says } = words.value
  useForgotten(fresh)
  return (
    <>
      <Part title={says.docs} about={says.docsAbout}>
        <div>
          {/* The link opens in the same tab, because there the documentation is already signed in. */}
          <a class="button plain" href="/docs">
            {says.openDocs}
          </a>
        </div>
      </Part>
      <Part title={says.tokens} about={says.tokensAbout}>
        <Read from={useResource(ownTokens)}>
          {(tokens) => (
            <Rows none={says.noTokens}>
              {tokens.map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  revoke={() => api.DELETE('/api/v1/me/tokens/{tokenId}', at({ tokenId: token.id }))}
                  revoked={async () => {
                    fresh.value = undefined
                    await ownTokens.again()
                  }}
                />
              ))}
            </Rows>
          )}
        </Read>
        {fresh.value && (
          <NewSecret key={fresh.value.id} label={says.newToken} value={fresh.value.token} says={says} />
        )}
        <MakeToken
          made={async (token) => {
            await ownTokens.again()
            fresh.value = token
          }}
        />
      </Part>
      {isOwner() && <OthersTokens />}
    </>
  )
}

function OthersTokens() {
  const { developers: says } = words.value
  useEffect(needNames, [])
  return (
    <Part title={says.othersTokens} about={says.othersAbout}>
      <Read from={useResource(allTokens)}>
        {(tokens) => (
          <Rows none={says.noOthers}>
            {tokens
              .filter(({ memberId }) => memberId !== me.value.user.id)
              .map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  badges={[memberName(token.memberId) ?? '…']}
                  revoke={() => api.DELETE('/api/v1/tokens/{tokenId}', at({ tokenId: token.id }))}
                  revoked={allTokens.again}
                />
              ))}
          </Rows>
        )}
      </Read>
    </Part>
  )
}
