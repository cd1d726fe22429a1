import en from "@/generated/messages/en";
import { makeWords } from "./words";

/** All words in English. */
export const ENGLISH = makeWords("en", en);
