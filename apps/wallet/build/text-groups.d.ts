/**
 * Which texts travel together. A group is one file a language, fetched with the route that needs it; a text that no
 * group names is not shipped. The first group that names an id has it.
 */
export interface TextGroup {
  readonly name: string
  /** Whole ids, or beginnings that end in a dot. */
  readonly holds: readonly string[]
}
export declare const textGroups: readonly TextGroup[]
/** The group that an id belongs to, or undefined when it is not shipped. */
export declare function groupOf(id: string): string | undefined
