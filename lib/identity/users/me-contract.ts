import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";

export const readMe = endpoint({
  method: "GET",
  path: "/api/v1/me",
  summary: "Who asks: the person who is signed in, or the program of the token",
  access: "viewer",
  answer: z.object({
    userId: z.int().nullable().meta({ description: "null for a program" }),
    name: z.string(),
  }),
});
