import { configure } from '@testing-library/react';

/** A busy machine makes what is waited for on a page later; the library's limit of one second would fail it. */
configure({ asyncUtilTimeout: 300_000 });
