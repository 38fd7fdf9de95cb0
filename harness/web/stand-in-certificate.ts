/**
 * One self-signed certificate that the hermetic web shows for every host. Its key is public on purpose: it
 * protects nothing. Only our browser trusts it, by a flag that holds the hash of its public key.
 */
export const fakeApiCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEZ0bZvwehBLRXviV
rZJ0fgmXaKN0wn7/ZnmXpDZosG6hRANCAASNJY2tgQ3S3wTCX/25KZYsWGOtgUKi
t3PMtKrZGT+//7oKJNu39f8r4RnRtZk87hY8m9FTUHdpe/0+IkittQXJ
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBqTCCAU+gAwIBAgIUX6z4Rchj7HyfNqhvRsqGP+GYi+IwCgYIKoZIzj0EAwIw
IjEgMB4GA1UEAwwXY29udHJhY3QtYmVuY2ggc3RhbmQtaW4wIBcNMjYxMTIxMjIy
OTQxWhgPMjEyNjEwMjgyMjI5NDFaMCIxIDAeBgNVBAMMF2NvbnRyYWN0LWJlbmNo
IHN0YW5kLWluMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEjSWNrYEN0t8Ewl/9
uSmWLFhjrYFCordzzLSq2Rk/v/+6CiTbt/X/K+EZ0bWZPO4WPJvRU1B3aXv9PiJI
rbUFyaNhMF8wHQYDVR0OBBYEFBTv5nPaO5e/u2CEDCWQVnPSQ1ASMB8GA1UdIwQY
MBaAFBTv5nPaO5e/u2CEDCWQVnPSQ1ASMA8GA1UdEwEB/wQFMAMBAf8wDAYDVR0R
BAUwA4IBKjAKBggqhkjOPQQDAgNIADBFAiBk30767WVfVW5fFUdvSLswvbWwtpr7
LIJuxivlFmxywwIhAN1hASXfw6MNoM/apPxer5kMcIGWoCqrTqn6aVPsu80P
-----END CERTIFICATE-----
`,
} as const;
