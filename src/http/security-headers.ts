/**
 * The headers that every answer carries (RULES §1). The headers limit how browsers may interpret an answer, and which
 * sites may load it.
 * @param https whether people reach the service only over https. Browsers then remember to use only https (RFC 6797).
 * This does not include names below our host name, because they may belong to other programs of the practice.
 */
export const securityHeaders = ({
  https,
}: {
  readonly https: boolean
}): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy':
    'publickey-credentials-create=(self), publickey-credentials-get=(self), camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(https && { 'strict-transport-security': 'max-age=31536000' }),
})
