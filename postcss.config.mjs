/** Tailwind is the only CSS tool; its theme stands in app/globals.css. */
export default { plugins: { "@tailwindcss/postcss": {} } };
