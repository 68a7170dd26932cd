import { existsSync } from 'node:fs';

/** Pages with scripts get their content policy, with a nonce, from proxy.ts; these headers never vary. */
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' },
];

/** A page under a secret address: not indexed, and its address in no log of referrers. */
const sharedHeaders = [
  { key: 'X-Robots-Tag', value: 'noindex, nofollow, noarchive' },
  { key: 'Referrer-Policy', value: 'no-referrer' },
];

/** Native, or found by path at run time: a bundle would break them. */
const serverExternalPackages = [
  '@node-rs/argon2',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
  '@prisma/adapter-pg',
  '@prisma/client',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  '@zxcvbn-ts/language-en',
  'pg',
  'pg-boss',
  'pino',
  'prom-client',
  'snappy',
];

/** @type {import('next').NextConfig} */
const nextConfig = {
  output: 'standalone',
  // A lock file in a folder above must not move the root of the build.
  outputFileTracingRoot: import.meta.dirname,
  // Keeps the data folder with its secrets out of every build, even if the tracer includes it.
  outputFileTracingExcludes: {
    '/**': ['.data/**', '.git/**', '.next/standalone/**', 'e2e/**', 'test-results/**'],
  },
  // Read by path at run time.
  outputFileTracingIncludes: { '/docs/**': ['docs/guide/*.md'] },
  turbopack: { root: import.meta.dirname },
  serverExternalPackages,
  // Types are checked by `npm test`; a newcomer's first start does not wait for them.
  typescript: { ignoreBuildErrors: true },
  // The first build writes no cache, which would delay a newcomer; later builds do.
  experimental: {
    turbopackFileSystemCacheForBuild: existsSync('.next/BUILD_ID'),
    // Server code stays readable, so that stack traces in the log need no source maps, which take a third of
    // the build's time.
    turbopackMinify: { server: false, client: true },
    turbopackSourceMaps: false,
    turbopackInputSourceMaps: false,
  },
  // `next dev` prints the address of every request, and these contain a secret.
  logging: { incomingRequests: { ignore: [/^\/shared\//, /^\/ofrep\/v1\/events/] } },
  poweredByHeader: false,
  typedRoutes: false,
  reactStrictMode: true,
  // Customary addresses of scrapers and tools; the API's own addresses are unchanged.
  rewrites: async () => [
    { source: '/metrics', destination: '/api/metrics' },
    { source: '/api/openapi.json', destination: '/api/v1/openapi.json' },
  ],
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    { source: '/shared/:path*', headers: sharedHeaders },
  ],
};

export default nextConfig;
