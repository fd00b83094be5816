import type { Plugin } from 'vite'
/** What joins the words of the glossary in this app's texts. */
export declare function textJoiner(): (text: string) => string
/** Vite's part of it: for the built app alone, because a text that is searched for is easier found without joiners. */
export declare function joinedTexts(): Plugin
