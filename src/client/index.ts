/** The client for developers: what the package `chairside-client` exports. */

export type { components, paths } from '../desk/contract/openapi.ts'
export { type FollowOptions, followChanges, type RecordChanged } from './changes.ts'
export { type ChairsideClient, type ClientOptions, createClient } from './client.ts'
export { ChairsideProblem, payload } from './payload.ts'
export { type ReceivedEvent, receiveWebhook } from './webhook.ts'
