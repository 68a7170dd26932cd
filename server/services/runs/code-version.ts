import packageJson from '@/package.json' with { type: 'json' };

/** Pinned in every manifest: two versions of the code may walk differently over the same answers. */
export const CODE_VERSION: string = packageJson.version;
