/** Tailwind is the only step; it reads its theme from app/globals.css. */
export default { plugins: { '@tailwindcss/postcss': {} } };
