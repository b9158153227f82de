#include "model/document/atom_identifier.h"

#include "gtest/gtest.h"
#include "tests/testing/found_atoms.h"

namespace interpres {
namespace {

TEST(AtomIdentifierTest, FindsUuids) {
  constexpr std::string_view kUuid = "123e4567-e89b-12d3-a456-426614174000";
  ExpectAtoms(AtomKind::kUuid,
              {{"123e4567-e89b-12d3-a456-426614174000", ""},
               {"00000000-0000-0000-0000-000000000000", ""},
               {"ABCDEF01-2345-6789-ABCD-EF0123456789", ""},
               {"id 123e4567-e89b-12d3-a456-426614174000.", kUuid},
               {"(123e4567-e89b-12d3-a456-426614174000)", kUuid},
               {"id=123e4567-e89b-12d3-a456-426614174000", kUuid},
               {"id:123e4567-e89b-12d3-a456-426614174000,", kUuid},
               {"123e4567-e89b-12d3-a456-426614174000!", kUuid},
               {"\"123e4567-e89b-12d3-a456-426614174000\"", kUuid},
               {"'123e4567-e89b-12d3-a456-426614174000'", kUuid},
               {"号123e4567-e89b-12d3-a456-426614174000号", kUuid},
               {"ffffffff-ffff-ffff-ffff-ffffffffffff", ""},
               {"12345678-1234-1234-1234-123456789012", ""},
               {"[123e4567-e89b-12d3-a456-426614174000]", kUuid},
               {"x 123e4567-e89b-12d3-a456-426614174000?", kUuid}});
}

TEST(AtomIdentifierTest, OtherTextsHaveNoUuids) {
  ExpectNoAtoms(
      AtomKind::kUuid,
      {"123e4567", "123e4567-e89b-12d3-a456-42661417400",
       "123e4567-e89b-12d3-a456-4266141740000",
       "g23e4567-e89b-12d3-a456-426614174000",
       "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456",
       "x123e4567-e89b-12d3-a456-426614174000", "a-b-c-d-e", "-", "",
       "123e4567_e89b_12d3_a456_426614174000", "2020-10-12", "555-123-4567",
       "12345678-1234-1234-123456789012", "abcdefab-"});
}

TEST(AtomIdentifierTest, FindsMacAddresses) {
  ExpectAtoms(AtomKind::kCode,
              {{"00:1A:2B:3C:4D:5E", ""},
               {"00-1A-2B-3C-4D-5E", ""},
               {"aa:bb:cc:dd:ee:ff", ""},
               {"AA-BB-CC-DD-EE-FF", ""},
               {"01:02:03:04:05:06", ""},
               {"ff-ff-ff-ff-ff-ff", ""},
               {"at 00:1a:2b:3c:4d:5e.", "00:1a:2b:3c:4d:5e"},
               {"(00:1a:2b:3c:4d:5e)", "00:1a:2b:3c:4d:5e"},
               {"\"0a-1b-2c-3d-4e-5f\"", "0a-1b-2c-3d-4e-5f"},
               {"MAC=0a:1b:2c:3d:4e:5f", "0a:1b:2c:3d:4e:5f"},
               {"MAC: 0a:1b:2c:3d:4e:5f,", "0a:1b:2c:3d:4e:5f"},
               {"[de:ad:be:ef:00:01]", "de:ad:be:ef:00:01"},
               {"地址de:ad:be:ef:00:01。", "de:ad:be:ef:00:01"},
               {"x de-ad-be-ef-00-01!", "de-ad-be-ef-00-01"},
               {"00:00:00:00:00:00", ""}});
}

TEST(AtomIdentifierTest, OtherTextsHaveNoMacAddresses) {
  ExpectNoAtoms(AtomKind::kCode,
                {"00:1A:2B:3C:4D", "10-20-30-40-50-60", "12:30:45",
                 "00:1A:2B:3C:4D:5E:6F", "00:1A:2B:3C:4D-5E", "a:b:c:d:e:f",
                 "01-23-45-67-89", "x00:1A:2B:3C:4D:5E", "00:1A:2B:3C:4D:5",
                 "00:1A:2B:3C:4D:5Ez", "2020-10-12", "aa:bb", "aa-bb-cc",
                 "00::1A:2B:3C:4D:5E", "GG:1A:2B:3C:4D:5E"});
}

TEST(AtomIdentifierTest, FindsHashes) {
  ExpectAtoms(AtomKind::kHash,
              {{"a1b2c3d", ""},
               {"commit 9fceb02.", "9fceb02"},
               {"(d41d8cd98f00b204e9800998ecf8427e)",
                "d41d8cd98f00b204e9800998ecf8427e"},
               {"DA39A3EE5E6B4B0D3255BFEF95601890AFD80709", ""},
               {"sha256:0a1b2c3d4e5f", "0a1b2c3d4e5f"},
               {"0x1f", ""},
               {"at 0xdeadbeef,", "0xdeadbeef"},
               {"0xFF", ""},
               {"deadbeef1", ""},
               {"c0ffee1", ""},
               {"#a1b2c3d4 x a1b2c3d", "a1b2c3d"},
               {"1234567abcd", ""},
               {"1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b", ""},
               {"版本a1b2c3d4。", "a1b2c3d4"},
               {"\"e3b0c44\"", "e3b0c44"}});
}

TEST(AtomIdentifierTest, OtherTextsHaveNoHashes) {
  ExpectNoAtoms(AtomKind::kHash,
                {"deadbeef", "facade", "1234567", "a1b2c3", "2000BCE",
                 "a1b2c3g", "decade", "defaced", "1000000ad", "0x", "0xyz",
                 "mp3", "a1b2c3dé", "xa1b2c3d", "12345678", "10000000cd"});
}

TEST(AtomIdentifierTest, FindsIpAddresses) {
  ExpectAtoms(AtomKind::kIpAddress,
              {{"192.168.0.1", ""},
               {"At 10.0.0.1.", "10.0.0.1"},
               {"127.0.0.1:8080", ""},
               {"10.0.0.0/8", ""},
               {"(255.255.255.255)", "255.255.255.255"},
               {"8.8.8.8, 8.8.4.4", "8.8.4.4"},
               {"fe80::1", ""},
               {"::1", ""},
               {"2001:db8::ff00:42:8329", ""},
               {"2001:0db8:0000:0000:0000:ff00:0042:8329", ""},
               {"2001:db8::/32", ""},
               {"[fe80::1]", "fe80::1"},
               {"0.0.0.0", ""},
               {"地址192.168.0.1。", "192.168.0.1"},
               {"ping 1.1.1.1!", "1.1.1.1"},
               {"fe80::1: x", "fe80::1"}});
}

TEST(AtomIdentifierTest, OtherTextsHaveNoIpAddresses) {
  ExpectNoAtoms(
      AtomKind::kIpAddress,
      {"1.2.3", "256.1.1.1", "1.2.3.4.5", "10:20:30", "5:30", "std::vector",
       "a::b", "::", "dead::beef", "1.2.3.4x", ":", "12.10.2020",
       "1:2:3:4:5:6:7", "x1.2.3.4", "1234.1.1.1", "fe80::1::2", "12345::1"});
}

TEST(AtomIdentifierTest, FindsVersions) {
  ExpectAtoms(AtomKind::kVersion, {{"v1.2", ""},
                                   {"1.2.3", ""},
                                   {"2.0.0-rc1", ""},
                                   {"v2", ""},
                                   {"V1.0", ""},
                                   {"Use 3.11.4.", "3.11.4"},
                                   {"(v1.2.3-alpha.1)", "v1.2.3-alpha.1"},
                                   {"1.2.3+build.5", ""},
                                   {"2.0.0rc1", ""},
                                   {"1.0.0-SNAPSHOT", ""},
                                   {"10.15.7", ""},
                                   {"1.2.3.4.5", ""},
                                   {"python-3.11.4", "3.11.4"},
                                   {"1.1.1k", ""},
                                   {"版本1.2.3。", "1.2.3"},
                                   {"v10.0-beta", ""}});
}

TEST(AtomIdentifierTest, OtherTextsHaveNoVersions) {
  ExpectNoAtoms(AtomKind::kVersion,
                {"1.2", "V8", "12.10.2020", "1.234.567", "v", "version 2",
                 "1.2.", "A4", "2020.10.12", "10.000.000", "v1x", "rev2",
                 "1,2,3", "1-2-3", "192.168.0.1", "1.2.3abc", "12.10.20"});
}

}  // namespace
}  // namespace interpres
