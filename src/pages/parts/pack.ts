/** A kind of practice that one can choose, with the statuses that its patients can have. */
export interface Pack {
  readonly id: string
  readonly name: string
  readonly statuses: readonly { readonly id: string; readonly label: string }[]
}
