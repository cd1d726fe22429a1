import NextAuth from "next-auth";
import { localPath } from "@/lib/auth/local-path";
import { authOptions } from "@/lib/auth/next-auth.server";

type Context = { params: Promise<{ nextauth: string[] }> };

/** next-auth's endpoints. Redirects are made relative: people may come by another name than LEAFWATCH_URL. */
async function handle(request: Request, context: Context): Promise<Response> {
  const response: Response = await NextAuth(request as never, context as never, authOptions(request));
  const location = response.headers.get("location");
  if (location) {
    const target = new URL(location, request.url);
    response.headers.set("location", localPath(target.href, target.host));
  }
  return response;
}

export { handle as GET, handle as POST };
